import { z } from 'zod'
import { errorCode } from '../fault.ts'
import { userIdForm } from '../identifiers.ts'
import { messageStatus } from '../message-statuses.ts'
import {
  actor,
  besideOtherFaults,
  countryOfPhones,
  idOf,
  named,
  optionalIdOf,
  phone,
  reference,
  requireOne,
  text,
  textCharactersMax,
  time,
} from '../schemas.ts'
import { actionsInput, memberNames } from './chat-changes.ts'
import { contentFields } from './content.ts'
import { checkContent, checkPlaceholders } from './content-rules.ts'
import { contentView, factsView } from './content-view.ts'
import { messageType } from './message-type.ts'
import { waiting } from './queues.ts'
import { onWindowClosed } from './template-content.ts'

const pricing = named(
  'MessagePricing',
  z
    .object({
      billable: z.boolean().nullable().describe('True when the provider charges for the message'),
      category: z.string().nullable().describe('Category of the charge, such as utility or marketing'),
      type: z.string().nullable().describe('Kind of charge, such as regular or free_customer_service'),
      model: z.string().nullable().describe('Pricing model, such as PMP (per message)'),
    })
    .describe("The provider's charge for this message, in the provider's terms"),
)

const conversation = named(
  'MessageConversation',
  z
    .object({
      id: z.string().nullable().describe("The provider's id for the conversation"),
      origin: z.string().nullable().describe('Purpose of the conversation, such as service or marketing'),
      expiresAt: time.nullable(),
    })
    .describe("The provider's conversation that includes this message"),
)

/** Priority of a message. Replies overtake bulk messages. */
const priority = named('Priority', z.enum(['low', 'normal', 'high', 'urgent']))

/** Error of a failed message, or of its last attempt. */
export const messageError = named(
  'MessageError',
  z.object({
    errorCode,
    message: z.string().describe('What went wrong, and how to fix it'),
    providerCode: z.int().nullable().describe("The provider's error code"),
    retryable: z.boolean().describe('True if the same message may succeed later'),
    further: z
      .array(
        z.object({
          errorCode,
          message: z.string().describe('What went wrong'),
          providerCode: z.int().nullable().describe("The provider's error code"),
        }),
      )
      .nullable()
      .describe('Other errors that the provider reported with this error'),
  }),
)

export const statusAt = named(
  'MessageStatusTimes',
  z.partialRecord(messageStatus, time).describe('Time when each status was reached'),
)

/** An incoming or outgoing message in all responses and events. */
export const message = named(
  'Message',
  z.object({
    id: idOf('msg'),
    number: idOf('num'),
    direction: z.enum(['in', 'out']).describe('`in`: from the customer; `out`: from you'),
    chat: idOf('chat'),
    phone: phone.nullable().describe("Person's phone number; null in groups and broadcast channels, or if hidden"),
    group: idOf('grp').nullable().describe('Group of the message; null for groups that were not created here'),
    channel: idOf('chn').nullable().describe('Channel that the message is posted to'),
    post: idOf('pst').nullable().describe('Post created from a message to a channel'),
    type: messageType,
    message: z
      .string()
      .nullable()
      .describe('The text, the caption of media, or the body of buttons, lists, products and catalogs'),
    ...contentView,
    ...factsView,
    quote: idOf('msg').nullable().describe('Message that this message replies to'),
    quoteProviderId: z
      .string()
      .nullable()
      .describe("The provider's id for the message that this one refers to, if it is not stored here"),
    via: z.literal('app').nullable().describe("app: the business sent it from the provider's own app"),
    reference: z.string().nullable().describe('Your own reference'),
    priority: priority.nullable().describe("Urgency in the number's queue"),
    order: z
      .enum(['chat', 'none'])
      .nullable()
      .describe('`chat`: sent after the earlier messages in the chat; `none`: in any order'),
    onUnknown: z
      .enum(['hold', 'resend'])
      .nullable()
      .describe("Behavior if the provider's response is lost: `hold` never sends twice, `resend` may"),
    status: messageStatus.describe('Status of the message'),
    statusAt,
    waiting: waiting.nullable().describe('Why a queued message is waiting'),
    estimatedSendAt: time.nullable().describe('Expected send time; only when a single waiting message is shown'),
    error: messageError.nullable().describe('Error of a failed message, or of its last attempt'),
    providerId: z.string().nullable().describe("The provider's id for the message; null until the provider accepts it"),
    pricing: pricing.nullable().describe("The provider's charge; null until it is reported"),
    conversation: conversation.nullable().describe("The provider's conversation; null until it is reported"),
    retry: z
      .object({ count: z.int().describe('Attempts after the first'), nextAt: time.nullable() })
      .nullable()
      .describe('Attempts after the first, with increasing pauses until expiresAt'),
    from: z
      .object({
        phone: phone.nullable().describe("Sender's phone number; null if hidden"),
        userId: z.string().nullable().describe("The provider's id for a sender whose phone number is hidden"),
        name: z.string().nullable().describe("Name in the sender's profile"),
        contact: idOf('con').nullable().describe("Sender's contact"),
      })
      .nullable()
      .describe('Sender of an incoming message; in a group, the participant'),
    by: actor.nullable().describe('Sender of an outgoing message; null for messages from posts'),
    version: z.int().describe('Increases with each change'),
    createdAt: time,
    deliverAt: time.nullable(),
    expiresAt: time.nullable(),
  }),
)

/** How long a message may wait to be sent, in seconds after it is due. The limits are Posthorn's: the provider has none. */
export const expiresInSeconds = { min: 60, max: 72 * 3600, default: 10 * 3600 } as const

export const expiresIn = z.int().min(expiresInSeconds.min).max(expiresInSeconds.max)

/** Maximum number of seconds for which the provider shows a typing indicator. */
const typingSecondsMax = 25

/** A message that another message refers to: by our id, or by the provider's id if only that is known. */
export const messageReference = named(
  'MessageReference',
  z
    .union([idOf('msg'), z.string().regex(/^wamid\.[\w+/=.-]{1,250}$/, "must be the provider's id for a message")])
    .describe("Our id or the provider's id for a message"),
)

const optionalReference = z.union([messageReference, z.literal('')]).optional()

const content = {
  message: text(1, textCharactersMax)
    .optional()
    .describe('The text, 1–4096 characters; up to 1024 as a caption or the body of other content'),
  ...contentFields,
  reactionMessage: optionalReference.describe('Message that the reaction is to'),
  previewUrl: z.boolean().optional().describe('Show a preview of the first link'),
}

/** The reference of a caller's message. A post's id is that of the post's messages alone, because they are counted by it. */
const ownReference = reference.refine((value) => !value.startsWith('pst_'), 'must not begin with pst_, like a post id')

const control = {
  reference: ownReference.optional(),
  priority: priority.default('normal').describe('Urgency; replies and urgent messages overtake bulk messages'),
  order: z
    .enum(['chat', 'none'])
    .default('chat')
    .describe('chat: messages in the same chat are sent in the order they were accepted; none: in any order'),
  deliverAt: time.nullable().optional().describe('Time to send at, within a year from now; null or absent: at once'),
  expiresIn: expiresIn.optional().describe('Validity in seconds from the time the message is due; default 10 hours'),
  expiresAt: time.optional().describe('Time of expiry, instead of expiresIn'),
  onUnknown: z
    .enum(['hold', 'resend'])
    .default('hold')
    .describe("Behavior if the provider's response is lost: hold never sends twice, resend may"),
  onWindowClosed: onWindowClosed.default('fail'),
  typing: z
    .int()
    .min(1)
    .max(typingSecondsMax)
    .optional()
    .describe(
      'Seconds to show a typing indicator before the message. The provider shows it only in reply to a message, which it marks as read',
    ),
  labels: z.array(text(1, 60)).min(1).max(50).optional().describe('Labels to add to the chat at once, by id or name'),
  actions: actionsInput.optional(),
}

const targets = ['phone', 'userId', 'chat', 'group', 'channel'] as const

const { message: ofText, ...otherContent } = content

/** Body of POST /v1/messages. It needs exactly one of `targets`. */
export const sendInput = z
  .object({
    phone: phone.optional(),
    message: ofText,
    country: countryOfPhones,
    userId: z
      .string()
      .regex(userIdForm, 'must be a user id such as DE.1349')
      .optional()
      .describe("The provider's id if the phone number is hidden"),
    group: optionalIdOf('grp').describe('An active group; the number that created the group sends the message'),
    channel: optionalIdOf('chn').describe('A broadcast channel: posts the message to its subscribers when it is due'),
    chat: optionalIdOf('chat').describe('An existing chat'),
    number: optionalIdOf('num').describe("The sending number; absent: the workspace's default number"),
    quote: optionalReference.describe('Message that this message replies to'),
    ...otherContent,
    ...control,
  })
  .superRefine((input, ctx) => {
    requireOne(targets, input, ctx, { code: 'target:ambiguous' })
    if (input.expiresIn !== undefined && input.expiresAt !== undefined) {
      ctx.addIssue({ code: 'custom', path: ['expiresAt'], message: 'send expiresIn or expiresAt, not both' })
    }
    if (input.actions?.assignee) requireOne(memberNames, input.actions.assignee, ctx, { at: ['actions', 'assignee'] })
    checkContent(input, ctx)
    if (input.channel) checkPlaceholders(input, ctx)
  }, besideOtherFaults)

const { reaction: _reaction, ...changeable } = contentFields

/** Fields that contain content other than text, or that accompany such content. */
const replacing = Object.keys(changeable)

/** Whether an update replaces a message's content, not only its text. */
export const replacesContent = (input: object): boolean =>
  replacing.some((name) => (input as Record<string, unknown>)[name] !== undefined)

/** Body of PATCH /v1/messages/{id}: fields that can change while the message is waiting. */
export const updateInput = z
  .object({
    id: idOf('msg'),
    message: content.message.optional(),
    ...changeable,
    deliverAt: time.nullable().optional().describe('New time to send at; null: at once'),
    priority: priority.optional().describe('New urgency'),
    reference: ownReference.nullable().optional().describe('New reference; null removes it'),
    expiresAt: time.optional(),
  })
  .superRefine((input, ctx) => {
    if (replacesContent(input)) checkContent(input, ctx)
  }, besideOtherFaults)

const scheduleDaysMax = 366
/** Times up to this far in the past count as now, because callers' clocks differ. */
const clockToleranceMs = 60_000

/** Returns the reason nothing can be scheduled for this time, or null if scheduling is possible. */
export function refusalOfDeliverAt(deliverAt: Date, now: Date): string | null {
  const inMs = deliverAt.getTime() - now.getTime()
  if (inMs > scheduleDaysMax * 86_400_000) return 'must be at most a year ahead'
  if (inMs < -clockToleranceMs) return 'is in the past; leave it out, or send null, to send at once'
  return null
}

/** A request from another service to send a message to up to 100 phone numbers through one number's queue. */
export const messageRequest = z.object({
  number: idOf('num'),
  phones: z.array(z.string()).min(1).max(100),
  reference: z.string().describe('Reference of each message, such as the id of a post'),
  version: z.int().optional().describe('Version of the referenced object at the time of the request'),
  message: z
    .record(z.string(), z.unknown())
    .describe('Body of POST /v1/messages, without target, number and reference'),
  values: z
    .record(z.string(), z.record(z.string(), z.string()))
    .optional()
    .describe("Values for the message's placeholders, by phone number and name; absent: it has none"),
})
