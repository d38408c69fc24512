import { z } from 'zod'
import { mediaTypeName } from '../media-type-name.ts'
import { providerBounds as bounds, isEmoji, mediaRules, voiceMimes } from '../provider-rules/index.ts'
import { json, named, optionalIdOf, phone, text, visibleText, webAddress } from '../schemas.ts'
import { templateInput } from './template-content.ts'

const catalogId = text(1, 100).describe("The provider's id for the catalog")
const productId = text(1, 100).describe('Your product id in the catalog')

const productInput = named('ProductToSend', z.object({ catalogId, productId }).strict())

/** Returns a schema for the sections of a list or of products. `fields`: what a section has besides its title. */
function sectionsOf<F extends z.ZodRawShape>(fields: F, description: string) {
  const title = visibleText(bounds.sectionTitle.max)
    .optional()
    .describe('Heading of the section; required when there are several sections')
  return z
    .array(z.object({ title, ...fields }).strict())
    .min(1)
    .max(bounds.sections.max)
    .describe(description)
}

const productIds = z
  .array(productId)
  .min(1)
  .max(bounds.products.max)
  .describe('Your ids for the products in the catalog')

export const productsInput = named(
  'ProductsContent',
  z.object({ catalogId, sections: sectionsOf({ productIds }, 'Groups of products') }).strict(),
)

const thumbnailProductId = productId.describe('Your id for the product whose image is shown above the text')
export const catalogInput = named('CatalogContent', z.object({ thumbnailProductId }).strict())

/** Kinds of media that the provider supports. `voice` is audio shown as a voice note. */
export const mediaKind = named('MediaKind', z.enum(['image', 'video', 'audio', 'voice', 'document', 'sticker']))

type MediaKind = z.output<typeof mediaKind>

const endings: Readonly<Record<string, MediaKind>> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'sticker',
  mp4: 'video',
  '3gp': 'video',
  aac: 'audio',
  amr: 'audio',
  mp3: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  opus: 'audio',
  txt: 'document',
  pdf: 'document',
  doc: 'document',
  docx: 'document',
  xls: 'document',
  xlsx: 'document',
  ppt: 'document',
  pptx: 'document',
}

/**
 * Returns the kind of media, which the provider requires: as declared, else from the MIME type, else from the extension of the name or URL;
 * undefined if unknown.
 */
export function mediaKindOf(media: {
  kind?: MediaKind | undefined
  mime?: string | undefined
  filename?: string | undefined
  url?: string | undefined
}): MediaKind | undefined {
  if (media.kind) return media.kind
  const mime = mediaTypeName(media.mime ?? '')
  const [family, subtype] = mime.split('/')
  if (family === 'image') return subtype === 'webp' ? 'sticker' : 'image'
  if (family === 'video' || family === 'audio') return family
  if (mime !== 'application/octet-stream' && (family === 'application' || family === 'text')) return 'document'
  const path = media.url && URL.canParse(media.url) ? new URL(media.url).pathname : ''
  const ending = /\.(\w{2,5})$/.exec(media.filename ?? path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined
}

/**
 * Returns the rule that a declared media type violates, or undefined. A document may have any media type that the provider accepts for
 * another kind, or be any text.
 */
export function mediaTypeFault(kind: MediaKind | undefined, declaredType: unknown): string | undefined {
  // This rule also runs on invalid fields. An invalid kind is reported separately.
  if (!mediaKind.safeParse(kind).success || kind === undefined || typeof declaredType !== 'string') return undefined
  const mime = mediaTypeName(declaredType)
  if (mime === 'application/octet-stream' || (kind === 'document' && mime.startsWith('text/'))) return undefined
  const mimes: readonly string[] = kind === 'voice' ? voiceMimes : mediaRules[kind].mimes
  const known = kind === 'document' ? Object.values(mediaRules).flatMap((rule): readonly string[] => rule.mimes) : mimes
  return known.includes(mime) ? undefined : `must be one of ${mimes.join(', ')} for ${kind}`
}

export const mediaInput = named(
  'MediaToSend',
  z
    .object({
      file: optionalIdOf('file').describe('Id of a stored file'),
      url: webAddress.optional().describe('Public URL from which the provider fetches the media'),
      kind: mediaKind.optional().describe('Absent: derived from mime, or else from the extension of filename or url'),
      filename: text(1, 240).optional().describe('Display name of a document'),
      mime: text(3, 100).optional().describe('Media type, such as image/jpeg'),
    })
    .strict(),
)

const headerInput = named(
  'HeaderToSend',
  z
    .union([
      visibleText(bounds.headerText.max),
      z.object({ media: mediaInput.describe('Image, video or document') }).strict(),
    ])
    .describe(
      'Shown above the body: text of 1–60 characters with buttons, a list or products; or an image, video or document with buttons',
    ),
)

/** A location or, with `request`, a request for the customer's location. */
const locationInput = named(
  'LocationToSend',
  z
    .object({
      latitude: z
        .number()
        .min(bounds.latitude.min)
        .max(bounds.latitude.max)
        .optional()
        .describe('Degrees; required unless request is set'),
      longitude: z
        .number()
        .min(bounds.longitude.min)
        .max(bounds.longitude.max)
        .optional()
        .describe('Degrees; required unless request is set'),
      name: text(1, 255).optional().describe('Name of the place'),
      address: text(1, 1024).optional().describe('Address of the place'),
      request: z.literal(true).optional().describe('Asks the customer for their location; message is the question'),
    })
    .strict(),
)

/** A contact card, with its own fields or those of a contact. */
export const contactCard = named(
  'ContactCard',
  z
    .object({
      contact: optionalIdOf('con').describe(
        'A contact to use instead of the other fields: the card gets its name, phone numbers, email address and company. The key needs the `read` scope',
      ),
      name: visibleText(255).optional().describe('Required, as is a phone number, unless contact is given'),
      phone: phone.optional().describe("Person's phone number"),
      phones: z.array(phone).min(1).max(20).optional().describe('Several phone numbers, instead of phone'),
      email: z.email().max(320).optional().describe("Person's email address"),
      organization: text(1, 255).optional().describe("Person's company"),
      url: z.url().max(2048).optional().describe("Person's web page"),
    })
    .strict(),
)

const pollInput = named(
  'PollToSend',
  z
    .object({
      name: visibleText(255).describe('The question'),
      options: z.array(visibleText(100)).min(2).max(12).describe('The options, all different'),
      multiple: z.boolean().default(false).describe('True if people can choose several options'),
    })
    .strict(),
)

/** A quick reply or, with `url` or `phone`, a call to action. */
export const buttonInput = named(
  'Button',
  z
    .object({
      id: text(1, bounds.buttonId.max)
        .refine((id) => id === id.trim(), { message: 'must not begin or end with a space' })
        .optional()
        .describe('Returned in the reply; absent: derived from the position'),
      text: visibleText(bounds.buttonTitle.max).describe('Text of the button'),
      url: webAddress.optional().describe('URL that the button opens'),
      phone: phone.optional().describe('Phone number that the button calls'),
    })
    .strict(),
)

const rows = z
  .array(
    z
      .object({
        id: text(1, bounds.rowId.max).describe('Your id for the row, returned in the reply'),
        title: visibleText(bounds.rowTitle.max).describe('Text of the row'),
        description: text(1, bounds.rowDescription.max).optional().describe('Second line of the row'),
      })
      .strict(),
  )
  .min(1)
  .max(bounds.rows.max)
  .describe('Rows of the section')

export const listInput = named(
  'ListContent',
  z
    .object({
      button: visibleText(bounds.listButton.max).describe('Text of the button that opens the list'),
      sections: sectionsOf({ rows }, 'Groups of rows'),
    })
    .strict(),
)

/** Content in the provider's own API format. */
export const nativeInput = named(
  'NativeContent',
  z
    .object({
      type: z
        .string()
        .regex(/^[a-z][a-z_]{0,39}$/, "must be one of the provider's types, such as interactive")
        .describe("The provider's type, such as interactive"),
      content: json.describe('Content of this type; a media `id` can be the id of a stored file'),
    })
    .strict(),
)

/** Whether the text is a single emoji, or one of the values that remove a reaction: empty or `-`. */
export const isReaction = (value: string): boolean => value === '' || value === '-' || isEmoji(value)

/** Content fields of an outgoing message. Text goes into `message`. */
export const contentFields = {
  media: mediaInput.optional().describe('One file, by `file` or `url`; message is the caption'),
  location: locationInput.optional().describe("A place, or a request for the customer's location"),
  contacts: z.array(contactCard).min(1).max(bounds.contacts.max).optional().describe('1–5 contact cards'),
  poll: pollInput
    .optional()
    .describe('Sent as buttons, a list or numbered text if the provider does not support polls; votes are counted'),
  buttons: z
    .array(buttonInput)
    .min(1)
    .max(bounds.buttons.max)
    .optional()
    .describe('1–3 quick replies, or one link; message is the body'),
  list: listInput.optional().describe('At most 10 rows in total; message is the body'),
  product: productInput.optional().describe('One product from your catalog; message is the text above it'),
  products: productsInput
    .optional()
    .describe('At most 30 products in total; message is the body, and a text header is required'),
  catalog: catalogInput.optional().describe('A button that opens your whole catalog; message is the body'),
  header: headerInput.optional(),
  footer: visibleText(bounds.footerText.max)
    .optional()
    .describe('Shown below the body of buttons, a list, products or a catalog'),
  reaction: z
    .string()
    .max(64)
    .refine(isReaction, { message: 'must be one emoji, or empty to remove the reaction' })
    .optional()
    .describe('One emoji, or an empty string or - to remove the reaction; requires reactionMessage'),
  template: templateInput.optional().describe('An approved template; see GET /v1/numbers/{id}/templates'),
  native: nativeInput.optional().describe("Content that has no field here, in the provider's format"),
} as const

/** Kinds of content other than text. A message has at most one. */
export const contentKinds = [
  'media',
  'location',
  'contacts',
  'poll',
  'buttons',
  'list',
  'product',
  'products',
  'catalog',
  'reaction',
  'template',
  'native',
] as const
