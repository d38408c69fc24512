import { z } from 'zod'
import { errorCode, Fault, type FieldError, unknownIn } from '../fault.ts'
import { idOf, named, time } from '../schemas.ts'
import { actionsView } from './chat-changes.ts'
import { buttonInput, catalogInput, type contactCard, listInput, nativeInput, productsInput } from './content.ts'
import { onWindowClosed, templateInput } from './template-content.ts'

type Card = z.output<typeof contactCard>

/** Maximum number of contacts that a request can name, across all cards of all messages in a batch. */
export const contactReferencesMax = 10_000

/** A card that has its own fields, not only a reference to a contact. */
type ResolvedCard = Card & { name: string }

/**
 * Returns a message's cards with their own fields. Throws `contact:not_found`, with the paths of the cards, if any card still only names a
 * contact.
 */
export function withNames(cards: readonly Card[]): ResolvedCard[] {
  const errors: FieldError[] = cards.flatMap(({ contact }, i) =>
    contact ? [unknownIn('contact:not_found', `contacts.${i}.contact`)] : [],
  )
  if (errors.length > 0) throw new Fault('contact:not_found', { errors })
  return cards.map(({ contact: _contact, name = '', ...card }) => ({ name, ...card }))
}

const shownContact = named(
  'ContactCardView',
  z.object({
    name: z.string().describe("Person's display name"),
    phones: z.array(z.string()).nullable().describe("Person's phone numbers"),
    phone: z.string().nullable().describe("Person's phone number"),
    email: z.string().nullable().describe("Person's email address"),
    organization: z.string().nullable().describe("Person's company"),
    url: z.string().nullable().describe("Person's web page"),
    names: z
      .object({
        first: z.string().nullable().describe('First name'),
        middle: z.string().nullable().describe('Middle name'),
        last: z.string().nullable().describe('Last name'),
        prefix: z.string().nullable().describe('Name prefix, such as Dr'),
        suffix: z.string().nullable().describe('Name suffix, such as Jr'),
      })
      .nullable()
      .describe('Parts of the name, as given by the sender of the card'),
    phoneDetails: z
      .array(
        z.object({
          phone: z.string().describe('Phone number, as written on the card'),
          whatsapp: z.boolean().describe('True if the phone number is on WhatsApp'),
          type: z.string().nullable().describe('Kind of phone number, such as CELL or WORK'),
        }),
      )
      .nullable()
      .describe('All phone numbers on a received card'),
    emails: z
      .array(
        z.object({
          email: z.string().describe('Email address'),
          type: z.string().nullable().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('All email addresses on a received card'),
    urls: z
      .array(
        z.object({
          url: z.string().describe('Address of the page'),
          type: z.string().nullable().describe('Kind of page, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('All web pages on a received card'),
    addresses: z
      .array(
        z.object({
          street: z.string().nullable().describe('Street and building number'),
          city: z.string().nullable().describe('City'),
          state: z.string().nullable().describe('State or region'),
          zip: z.string().nullable().describe('Postal code'),
          country: z.string().nullable().describe('Country name'),
          countryCode: z.string().nullable().describe('Country, ISO 3166-1 alpha-2'),
          type: z.string().nullable().describe('Kind of address, such as HOME or WORK'),
        }),
      )
      .nullable()
      .describe('Postal addresses on a received card'),
    department: z.string().nullable().describe('Department in the company'),
    jobTitle: z.string().nullable().describe('Job title'),
    birthday: z.string().nullable().describe('Date of birth, as written on the card'),
    vcard: z.string().nullable().describe('The card as vCard text, if the provider has it'),
  }),
)

/** A person: a phone number, or the provider's user id if the phone number is hidden. */
const person = z.object({
  phone: z.string().nullable().describe("Person's phone number, E.164"),
  userId: z.string().nullable().describe("The provider's id if the phone number is hidden"),
  parentUserId: z.string().nullable().describe("The provider's id for the person across a business's accounts"),
  name: z.string().nullable().describe("Name in the person's profile"),
})

const reactionVia = z.literal('app').nullable().describe("app: the business reacted in the provider's own app")

export const reactedBy = person.extend({
  contact: idOf('con').nullable().describe("Person's contact"),
  via: reactionVia,
})

/** Media in a message: the `url` it was sent with, or the provider's id and digest it was received with. */
const mediaView = named(
  'Media',
  z.object({
    kind: z.string().describe('image, video, audio, voice, document or sticker'),
    file: idOf('file').nullable().describe('Id of the stored file; null for received media until they are fetched'),
    url: z.string().nullable().describe('URL from which the media was sent'),
    providerId: z.string().nullable().describe("The provider's id for received media, which it keeps for 7 days"),
    mime: z.string().nullable().describe('Media type, such as image/jpeg'),
    sha256: z.string().nullable().describe('SHA-256: base64 if received, hexadecimal if sent'),
    filename: z.string().nullable().describe('Name; made from the message id if received without one'),
    animated: z.boolean().nullable().describe('True for an animated sticker'),
    size: z.int().nullable().describe('Bytes of received media, once they are fetched'),
    durationMs: z
      .int()
      .nullable()
      .describe('Duration of received audio or video in milliseconds, if the file states it'),
    error: z.string().nullable().describe('Why received media could not be fetched; they may still arrive'),
  }),
)

/** A poll with its votes. An option's `votes` is the number of people who chose it. */
const pollView = named(
  'Poll',
  z.object({
    name: z.string().describe('The question'),
    options: z.array(z.string()).describe('The options, in order'),
    multiple: z.boolean().describe('True if people can choose several options'),
    tally: z
      .array(
        z.object({ option: z.string().describe('Text of the option'), votes: z.int().describe('People who chose it') }),
      )
      .nullable()
      .describe('Votes for each option; null before the first vote'),
    voters: z.int().nullable().describe('Number of people who voted'),
  }),
)

/** Content of a message in responses and events, besides `type` and `message`. A message has only the fields for its kind of content. */
export const contentView = {
  media: mediaView.optional().describe('Media of the message'),
  location: z
    .object({
      latitude: z.number().nullable().describe('Degrees, −90 to 90'),
      longitude: z.number().nullable().describe('Degrees, −180 to 180'),
      name: z.string().nullable().describe('Name of the place'),
      address: z.string().nullable().describe('Address of the place'),
      url: z.string().nullable().describe('Web page of the place'),
      request: z.boolean().nullable().describe("True if the message asks for the customer's location"),
    })
    .optional()
    .describe('Location or, with `request`, a request for it'),
  contacts: z.array(shownContact).optional().describe('Contact cards of the message'),
  poll: pollView.optional().describe('The poll, with its votes so far'),
  buttons: z.array(buttonInput).optional().describe('Buttons below the text'),
  list: listInput.optional().describe('List below the text'),
  products: productsInput.optional().describe('Products from your catalog that were sent'),
  catalog: catalogInput.optional().describe('The whole catalog, behind a button below the text'),
  header: z
    .union([z.string(), z.object({ media: mediaView.describe('Media of the header') })])
    .optional()
    .describe('Header above the text: either text or media'),
  footer: z.string().optional().describe('Line below the text'),
  reaction: z.string().optional().describe('The emoji; empty: the reaction was removed'),
  reactionMessage: idOf('msg').optional(),
  template: templateInput.optional().describe('Template that was sent, with its values'),
  native: nativeInput.optional().describe("Content in the provider's format"),
  reply: z
    .object({
      kind: z.enum(['button', 'list', 'template', 'form']).describe('Kind of element that was tapped'),
      id: z.string().nullable().describe('Id of the button or row'),
      text: z.string().nullable().describe('Text of the button, row or template button'),
      description: z.string().nullable().describe('Second line of the row'),
      data: z.string().nullable().describe('Values of a submitted form, as JSON text'),
    })
    .optional()
    .describe('Element that was tapped in the message in `quote`'),
  purchase: z
    .object({
      catalogId: z.string().nullable().describe("The provider's id for the catalog"),
      items: z
        .array(
          z.object({
            productId: z.string().describe('Your product id in the catalog'),
            quantity: z.number().nullable().describe('Quantity ordered'),
            price: z.number().nullable().describe('Price per item, in this currency'),
            currency: z.string().nullable().describe('Currency, ISO 4217'),
          }),
        )
        .describe('Products ordered'),
    })
    .optional()
    .describe('Order from your catalog'),
  origin: z
    .string()
    .optional()
    .describe('`contact_request`: the customer shared their phone number because a message asked for it'),
  system: z
    .object({
      event: z.string().describe("Kind of change, in the provider's words"),
      phone: z.string().nullable().describe("Customer's new phone number"),
      userId: z.string().nullable().describe("Customer's new user id with the provider"),
    })
    .optional()
    .describe("Change to the customer's data, such as a new phone number"),
  product: z
    .object({
      catalogId: z.string().nullable().describe("The provider's id for the catalog"),
      productId: z.string().nullable().describe('Your product id in the catalog'),
    })
    .optional()
    .describe('Product that was sent or that the customer is asking about'),
  callPermission: z
    .object({
      response: z.string().describe("Answer in the provider's words: accept or reject"),
      permanent: z.boolean().nullable().describe('True when the permission does not expire'),
      expiresAt: time.nullable(),
      source: z.string().nullable().describe("Origin of the permission, in the provider's words"),
    })
    .optional()
    .describe('Reply to a call permission request'),
  providerErrors: z
    .array(
      z.object({
        code: z.int().describe("The provider's error code"),
        title: z.string().describe("The provider's name for the error"),
        details: z.string().nullable().describe("The provider's explanation of the error"),
        errorCode,
      }),
    )
    .optional()
    .describe('Errors for content that the provider does not deliver'),
  unsupported: z.string().optional().describe("The provider's name for content that it does not deliver"),
} as const

/** Optional fields of every message, in addition to its content. */
export const factsView = {
  onWindowClosed: onWindowClosed.nullable().describe('What happens if the window is closed'),
  actions: actionsView.nullable().describe('Changes to the chat when the message is sent'),
  typing: z.int().nullable().describe('Seconds to show a typing indicator before the message'),
  sentInstead: z.literal('template').nullable().describe('template: sent because the window was closed'),
  answers: z
    .array(
      z.object({
        message: idOf('msg'),
        id: z.string().nullable().describe('Id of the button or row'),
        text: z.string().nullable().describe('Text of the button or row'),
        at: time,
      }),
    )
    .describe('Latest replies to this message'),
  reactions: z
    .array(
      z.object({
        emoji: z.string().describe('The emoji'),
        from: person.describe('Person who reacted; empty for the business itself'),
        via: reactionVia,
        at: time,
      }),
    )
    .describe('Current reactions'),
  referral: z
    .object({
      url: z.string().nullable().describe('URL of the ad or post'),
      id: z.string().nullable().describe("The provider's id for the ad or post"),
      type: z.string().nullable().describe('Kind of source: ad or post'),
      headline: z.string().nullable().describe('Headline of the ad'),
      body: z.string().nullable().describe('Text of the ad'),
      mediaUrl: z.string().nullable().describe('URL of the ad’s image or video'),
      clickId: z.string().nullable().describe("The provider's id for the click"),
      mediaType: z.string().nullable().describe('image or video'),
      imageUrl: z.string().nullable().describe('URL of the ad’s image'),
      videoUrl: z.string().nullable().describe('URL of the ad’s video'),
      thumbnailUrl: z.string().nullable().describe('URL of the video’s preview'),
      welcomeMessage: z.string().nullable().describe('Greeting that the customer saw'),
    })
    .nullable()
    .describe('Ad or post that started the chat'),
  rating: z
    .int()
    .nullable()
    .describe(
      'Score of an answer to a rating question, 1–5. The answer does not reopen the chat or trigger automations',
    ),
  forwarded: z.boolean().describe('True when the customer forwarded the message'),
  blocked: z.boolean().describe('True if the sender is blocked: the message counts as read'),
  optedOut: z.boolean().describe('True if the recipient had opted out when the message was accepted'),
  editedAt: time.nullable().describe("Time of the sender's last edit, according to the provider"),
  deletedAt: time.nullable().describe('Time when the sender deleted the message; text and received media are removed'),
} as const
