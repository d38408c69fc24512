import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'
import { actionsView } from './chat-changes.ts'
import { buttonInput, listInput, onWindowClosed, templateInput } from './content.ts'

/** A person: a phone, or the provider's user id of a person whose phone is hidden. */
const person = z.object({
  phone: z.string().optional(),
  userId: z.string().optional(),
  parentUserId: z.string().optional(),
  name: z.string().optional(),
})

/** Media as a message shows it: by `url` as it was sent, or with the provider's id and digest as it was received. */
export const mediaView = named(
  'Media',
  z.object({
    kind: z.string(),
    file: idOf('file').optional().describe('Id of the stored file; for received media, present once they are fetched'),
    url: z.string().optional(),
    providerId: z.string().optional().describe("The provider's id of received media; it keeps them for 7 days"),
    mime: z.string().optional(),
    sha256: z.string().optional(),
    filename: z.string().optional(),
    animated: z.boolean().optional(),
    error: z.string().optional().describe('Reason why received media could not be fetched'),
  }),
)

const shownContact = named(
  'ContactCardView',
  z.object({
    name: z.string(),
    phones: z.array(z.string()).optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
    organization: z.string().optional(),
    url: z.string().optional(),
    names: z
      .object({
        first: z.string().optional(),
        middle: z.string().optional(),
        last: z.string().optional(),
        prefix: z.string().optional(),
        suffix: z.string().optional(),
      })
      .optional()
      .describe('Parts of the name, as the sender of the card gave them'),
    phoneDetails: z
      .array(z.object({ phone: z.string(), whatsapp: z.boolean(), type: z.string().optional() }))
      .optional()
      .describe('All phones of a received card; `whatsapp`: the phone is on WhatsApp'),
    emails: z.array(z.object({ email: z.string(), type: z.string().optional() })).optional(),
    urls: z.array(z.object({ url: z.string(), type: z.string().optional() })).optional(),
    addresses: z
      .array(
        z.object({
          street: z.string().optional(),
          city: z.string().optional(),
          state: z.string().optional(),
          zip: z.string().optional(),
          country: z.string().optional(),
          countryCode: z.string().optional(),
          type: z.string().optional(),
        }),
      )
      .optional(),
    department: z.string().optional(),
    jobTitle: z.string().optional(),
    birthday: z.string().optional(),
    vcard: z.string().optional().describe('The card as vCard text, where the provider has it'),
  }),
)

/** A poll with its votes so far; `votes` of an option counts people. */
export const pollView = named(
  'Poll',
  z.object({
    name: z.string(),
    options: z.array(z.string()),
    multiple: z.boolean(),
    tally: z.array(z.object({ option: z.string(), votes: z.int() })).optional(),
    voters: z.int().optional(),
  }),
)

/** Content of a message as answers and events show it, beside `type` and `message`. */
export const contentView = {
  media: mediaView.optional(),
  location: z
    .object({
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      name: z.string().optional(),
      address: z.string().optional(),
      url: z.string().optional().describe('Web page of the place'),
      request: z.literal(true).optional(),
    })
    .optional(),
  contacts: z.array(shownContact).optional(),
  poll: pollView.optional(),
  buttons: z.array(buttonInput).optional(),
  list: listInput.optional(),
  header: z.union([z.string(), z.object({ media: mediaView })]).optional(),
  footer: z.string().optional(),
  reaction: z.string().optional().describe('The emoji; empty: the reaction was removed'),
  reactionMessage: idOf('msg').optional(),
  template: templateInput.optional(),
  onWindowClosed: onWindowClosed.optional(),
  actions: actionsView.optional().describe('Changes of the chat that are applied when the message is sent'),
  typing: z.int().optional().describe('Seconds of typing indicator before the message'),
  sentInstead: z
    .literal('template')
    .optional()
    .describe('template: the window was closed and the template was sent instead'),
  reply: z
    .object({
      kind: z.enum(['button', 'list', 'template', 'form']),
      id: z.string().optional(),
      text: z.string().optional(),
      description: z.string().optional(),
      data: z.string().optional().describe('Values of a submitted form, as JSON text'),
    })
    .optional()
    .describe('Element that the customer tapped; quote is the message that has it'),
  answers: z
    .array(z.object({ message: idOf('msg'), id: z.string().optional(), text: z.string().optional(), at: time }))
    .optional()
    .describe('Latest replies to the buttons or the list of this message'),
  reactions: z
    .array(z.object({ emoji: z.string(), from: person, at: time }))
    .optional()
    .describe('Current reactions of customers'),
  purchase: z
    .object({
      catalogId: z.string().optional(),
      items: z.array(
        z.object({
          productId: z.string(),
          quantity: z.number().optional(),
          price: z.number().optional(),
          currency: z.string().optional(),
        }),
      ),
    })
    .optional(),
  system: z
    .object({ event: z.string(), phone: z.string().optional(), userId: z.string().optional() })
    .optional()
    .describe('Change reported about the customer, such as a new phone number'),
  referral: z
    .object({
      url: z.string().optional(),
      id: z.string().optional(),
      type: z.string().optional(),
      headline: z.string().optional(),
      body: z.string().optional(),
      mediaUrl: z.string().optional(),
      clickId: z.string().optional(),
      mediaType: z.string().optional(),
      imageUrl: z.string().optional(),
      videoUrl: z.string().optional(),
      thumbnailUrl: z.string().optional(),
      welcomeMessage: z.string().optional(),
    })
    .optional()
    .describe('Ad or post from which the customer started the chat'),
  product: z
    .object({ catalogId: z.string().optional(), productId: z.string().optional() })
    .optional()
    .describe('Product of your catalogue that the customer asks about'),
  callPermission: z
    .object({
      response: z.string().describe("The provider's word: accept or reject"),
      permanent: z.boolean().optional(),
      expiresAt: time.optional(),
      source: z.string().optional().describe("Origin of the permission, in the provider's words"),
    })
    .optional()
    .describe('Reply of the customer to a request for permission to call'),
  providerErrors: z
    .array(
      z.object({
        code: z.int().nullable(),
        title: z.string(),
        details: z.string().optional(),
        errorCode: z.string(),
      }),
    )
    .optional()
    .describe('Errors of the provider for content that it does not deliver'),
  forwarded: z.boolean().optional(),
  blocked: z
    .literal(true)
    .optional()
    .describe('The sender is blocked: the message counts as read and does not reopen the chat'),
  optedOut: z.literal(true).optional().describe('The recipient had opted out when the message was accepted'),
  unsupported: z
    .string()
    .optional()
    .describe("Type of content that the provider does not deliver, in the provider's words"),
  editedAt: time.optional().describe('Time of the last edit by the sender'),
  deletedAt: time.optional().describe('Time when the sender deleted the message; its text is removed'),
} as const
