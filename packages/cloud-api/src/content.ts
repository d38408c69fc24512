import {
  providerBounds as bounds,
  defined,
  type Id,
  type InputOf,
  type MountedCaller,
  messaging,
  shortened,
  webAddress,
} from '@posthorn/contracts'
import { z } from 'zod'
import { type Fields, fieldsOf, hasOnly, itemsOf, refuse, requiredText, textOf } from './fault.ts'
import { ownerOfMedia } from './ids.ts'

const words = (max: number) => z.looseObject({ text: z.string().min(1).max(max) })
/** Returns the schema of an action with this name. */
const named = (name: string, parameters?: z.ZodType) =>
  z.looseObject({ name: z.literal(name), ...(parameters ? { parameters } : {}) })

const contactsSchema = z
  .array(
    z.looseObject({
      name: z.looseObject({ formatted_name: z.string().min(1) }).refine((name) => Object.keys(name).length > 1, {
        message: 'needs one part of the name beside formatted_name',
      }),
    }),
  )
  .min(1)
  .max(bounds.contacts.max)

const mediaSchema = z
  .looseObject({
    id: z.string().optional(),
    link: z.url().optional(),
    caption: z.string().max(bounds.caption.max).optional(),
  })
  .refine(({ id, link }) => (id === undefined) !== (link === undefined), { message: 'must have either id or link' })

const flowSchema = z
  .looseObject({
    flow_message_version: z.union([z.string(), z.number()]),
    flow_cta: z.string().min(1).max(30),
    flow_id: z.union([z.string(), z.number()]).optional(),
    flow_name: z.string().optional(),
  })
  .refine(({ flow_id: id, flow_name: name }) => (id === undefined) !== (name === undefined), {
    message: 'must have either flow_id or flow_name',
  })

const cardsSchema = z.looseObject({
  cards: z
    .array(z.looseObject({ card_index: z.int().min(0).max(9) }))
    .min(2)
    .max(10),
})

/** Documented actions of interactive kinds. Any other kind must have an action, but its contents aren't checked. */
const actions: Readonly<Record<string, z.ZodType>> = {
  flow: named('flow', flowSchema),
  carousel: cardsSchema,
  address_message: named('address_message', z.looseObject({ country: z.string().length(2) })),
  call_permission_request: named('call_permission_request'),
  voice_call: named('voice_call'),
  request_contact_info: named('request_contact_info'),
  order_details: named('review_and_pay', z.looseObject({})),
  order_status: named('review_order', z.looseObject({})),
}

/** Returns the schema of an interactive message with this action. */
const interactiveWith = (action: z.ZodType) =>
  z.looseObject({
    type: z.string().min(1),
    header: z
      .looseObject({ type: z.string().min(1), text: z.string().max(bounds.headerText.max).optional() })
      .optional(),
    body: words(bounds.bodyText.max).optional(),
    footer: words(bounds.footerText.max).optional(),
    action,
  })

// Created once, because creating a schema costs far more than applying it.
const describedKinds = new Map(Object.entries(actions).map(([type, action]) => [type, interactiveWith(action)]))
const otherKind = interactiveWith(z.looseObject({}))
const otherContent = z.union([z.looseObject({}), z.array(z.looseObject({}))])

const templateSchema = z.looseObject({
  name: z.string().min(1).max(512),
  language: z.looseObject({ code: z.string().min(2) }),
  components: z.array(z.looseObject({ type: z.string().min(1) })).optional(),
})

/** Returns what content of a type must look like. Undocumented types may have any content. */
function schemaOf(type: string, value: unknown): z.ZodType {
  if (type === 'contacts') return contactsSchema
  if (type === 'template') return templateSchema
  if (type === 'interactive') return describedKinds.get(String(Object(value).type).toLowerCase()) ?? otherKind
  if (['image', 'video', 'audio', 'document', 'sticker'].includes(type)) return mediaSchema
  return otherContent
}

/** Refuses content that the provider would refuse. The message is sent later, so only this can tell the program. */
export function checkNative(type: string, value: unknown): void {
  const result = schemaOf(type, value).safeParse(value)
  if (!result.success) {
    const [issue] = result.error.issues
    const path = [type, ...(issue?.path ?? [])].join('.')
    const isMissing = issue !== undefined && issue.path.length > 0 && valueAt(value, issue.path) === undefined
    return refuse(
      isMissing ? 131008 : 131009,
      `Parameter '${path}' ${isMissing ? 'is required' : `is not valid: ${issue?.message}`}.`,
    )
  }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value)

export type Content = Partial<InputOf<typeof messaging.messages.send>>

/** Media to send; undefined if only the provider has them. */
type Media = { file: string } | { url: string } | undefined

/** Finds media that a message names by id or link. */
export type FindMedia = (media: Fields, path: string) => Promise<Media>

/** Replaces media ids of stored files with the files. The provider gets its own ids when the message is sent. */
async function withFiles(value: unknown, findMedia: FindMedia, path: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each, i) => withFiles(each, findMedia, `${path}[${i}]`)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, each]: [string, unknown]) => {
    const isOwn = name === 'id' && typeof each === 'string' && ownerOfMedia(each) !== undefined
    const found = isOwn ? await findMedia({ id: each }, path) : undefined
    return [name, found && 'file' in found ? found.file : await withFiles(each, findMedia, `${path}.${name}`)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns content in the provider's format, for content that our fields can't express. */
export async function nativeContent(type: string, value: unknown, findMedia: FindMedia): Promise<Content> {
  if (!/^[a-z][a-z_]{0,39}$/.test(type)) refuse(100, `Param 'type' is not a type of message: ${shortened(type, 40)}.`)
  return { native: { type, content: (await withFiles(value, findMedia, type)) as never } }
}

/** Creates a function that finds media: the file for an id, or the URL of a link. Downloads media that the provider can't fetch. */
export const mediaFinder =
  ({ ask }: MountedCaller): FindMedia =>
  async ({ id, link }, path) => {
    const [mediaId, url] = [textOf(id, `${path}.id`), textOf(link, `${path}.link`)]
    if ((mediaId === undefined) === (url === undefined))
      return refuse(mediaId ? 131009 : 131008, `Parameter '${path}' must have either 'id' or 'link'.`)
    if (url !== undefined) {
      if (webAddress.safeParse(url).success) return { url }
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        return refuse(131009, `Parameter '${path}.link' must be an http or https URL.`)
      return { file: (await ask(messaging.files.create, { url })).id }
    }
    const owner = ownerOfMedia(mediaId ?? '')
    if (owner === undefined) return undefined
    return { file: owner.startsWith('file_') ? owner : await receivedFile(ask, owner as Id<'msg'>) }
  }

/** Returns the file to which a received message's media was downloaded. */
async function receivedFile(ask: MountedCaller['ask'], id: Id<'msg'>): Promise<string> {
  const { media } = await ask(messaging.messages.get, { id })
  return media?.file ?? refuse(131009, 'These media are not available; they may still be fetched.')
}

/** The longest filename of our fields. A longer one is forwarded unchanged, because the provider documents no limit. */
export const filenameMax = 240
const headerKinds = ['image', 'video', 'document'] as const

/** Reads the header of an interactive message. `native`: the header can only be expressed in the provider's format. */
async function headerOf(value: unknown, findMedia: FindMedia): Promise<Pick<Content, 'header'> | 'native'> {
  if (value === undefined) return {}
  const header = fieldsOf(value, 'interactive.header')
  const type = requiredText(header['type'], 'interactive.header.type').toLowerCase()
  if (type === 'text')
    return hasOnly(header, ['type', 'text'])
      ? { header: requiredText(header['text'], 'interactive.header.text') }
      : 'native'
  const kind = headerKinds.find((each) => each === type)
  return kind === undefined ? 'native' : mediaHeader(kind, header, findMedia)
}

/** Reads a header with media. `native`: our fields can't express it, or only the provider has the media. */
async function mediaHeader(
  kind: (typeof headerKinds)[number],
  header: Fields,
  findMedia: FindMedia,
): Promise<Pick<Content, 'header'> | 'native'> {
  const path = `interactive.header.${kind}`
  const { filename, ...source } = fieldsOf(header[kind] ?? refuse(131008, `Parameter '${path}' is required.`), path)
  const found: Media = await findMedia(source, path)
  if (found === undefined || !hasOnly(source, ['id', 'link']) || !hasOnly(header, ['type', kind])) return 'native'
  const name = textOf(filename, `${path}.filename`)
  if ((name?.length ?? 0) > filenameMax) return 'native'
  return { header: { media: { ...found, kind, ...defined({ filename: name }) } } }
}

/** Returns the text of a body or footer. */
const wordsOf = (value: unknown, path: string): string | undefined =>
  value === undefined ? undefined : textOf(fieldsOf(value, path)['text'], `${path}.text`)

/** Reads reply buttons. Like the readers below, returns undefined if the action has parts that our fields can't express. */
function buttonsOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['buttons'])) return undefined
  const replies = itemsOf(action['buttons'], 'interactive.action.buttons').map((button, i) => {
    const path = `interactive.action.buttons[${i}]`
    if (button['type'] !== 'reply') refuse(131009, `Parameter '${path}.type' must be 'reply'.`)
    return { reply: fieldsOf(button['reply'], `${path}.reply`), path }
  })
  return {
    buttons: replies.map(({ reply, path }) => ({
      id: requiredText(reply['id'], `${path}.reply.id`),
      text: requiredText(reply['title'], `${path}.reply.title`),
    })),
  }
}

function listOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['button', 'sections'])) return undefined
  const path = 'interactive.action.sections'
  const sections = itemsOf(action['sections'], path).map((section, i) => ({
    ...defined({ title: textOf(section['title'], `${path}[${i}].title`) }),
    rows: itemsOf(section['rows'], `${path}[${i}].rows`).map((row, n) => {
      const at = `${path}[${i}].rows[${n}]`
      return {
        id: requiredText(row['id'], `${at}.id`),
        title: requiredText(row['title'], `${at}.title`),
        ...defined({ description: textOf(row['description'], `${at}.description`) }),
      }
    }),
  }))
  return { list: { button: requiredText(action['button'], 'interactive.action.button'), sections } }
}

function linkOf(action: Fields): Content | undefined {
  const path = 'interactive.action.parameters'
  const parameters = fieldsOf(action['parameters'], path)
  const url = requiredText(parameters['url'], `${path}.url`)
  const isOurs = hasOnly(action, ['name', 'parameters']) && hasOnly(parameters, ['display_text', 'url'])
  if (!isOurs || !webAddress.safeParse(url).success) return undefined
  return { buttons: [{ text: requiredText(parameters['display_text'], `${path}.display_text`), url }] }
}

function productOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['catalog_id', 'product_retailer_id'])) return undefined
  return {
    product: {
      catalogId: requiredText(action['catalog_id'], 'interactive.action.catalog_id'),
      productId: requiredText(action['product_retailer_id'], 'interactive.action.product_retailer_id'),
    },
  }
}

function productsOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['catalog_id', 'sections'])) return undefined
  const path = 'interactive.action.sections'
  const sections = itemsOf(action['sections'], path).map((section, i) => ({
    ...defined({ title: textOf(section['title'], `${path}[${i}].title`) }),
    productIds: itemsOf(section['product_items'], `${path}[${i}].product_items`).map((item, n) =>
      requiredText(item['product_retailer_id'], `${path}[${i}].product_items[${n}].product_retailer_id`),
    ),
  }))
  return { products: { catalogId: requiredText(action['catalog_id'], 'interactive.action.catalog_id'), sections } }
}

function catalogOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['name', 'parameters']) || action['parameters'] === undefined) return undefined
  const parameters = fieldsOf(action['parameters'], 'interactive.action.parameters')
  const thumbnail = textOf(parameters['thumbnail_product_retailer_id'], 'thumbnail_product_retailer_id')
  const isOurs = thumbnail !== undefined && hasOnly(parameters, ['thumbnail_product_retailer_id'])
  return isOurs ? { catalog: { thumbnailProductId: thumbnail } } : undefined
}

/** Actions that our fields can express: how to read each, and the components that may surround it. */
const expressible: Readonly<Record<string, { read: (action: Fields) => Content | undefined; parts: string }>> = {
  button: { read: buttonsOf, parts: 'header body footer' },
  list: { read: listOf, parts: 'header body footer' },
  cta_url: { read: linkOf, parts: 'header body footer' },
  location_request_message: { read: () => ({ location: { request: true } }), parts: 'body' },
  product: { read: productOf, parts: 'body footer' },
  product_list: { read: productsOf, parts: 'header body footer' },
  catalog_message: { read: catalogOf, parts: 'body footer' },
}

/** Returns an interactive message in our fields; undefined if they can't express all of it. */
export async function interactiveContent(fields: Fields, findMedia: FindMedia): Promise<Content | undefined> {
  const type = requiredText(fields['type'], 'interactive.type').toLowerCase()
  const known = expressible[type]
  if (known === undefined || !hasOnly(fields, ['type', 'action', ...known.parts.split(' ')])) return undefined
  const action = known.read(
    fieldsOf(fields['action'] ?? refuse(131008, "Parameter 'interactive.action' is required."), 'interactive.action'),
  )
  const header = await headerOf(fields['header'], findMedia)
  if (action === undefined || header === 'native') return undefined
  const message = wordsOf(fields['body'], 'interactive.body')
  const footer = wordsOf(fields['footer'], 'interactive.footer')
  return { ...action, ...header, ...defined({ message, footer }) }
}
