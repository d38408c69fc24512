import { z } from 'zod'
import { idOf, named, oneOrMany, time } from '../schemas.ts'
import { assignee, chat, chatLabel, chatStatus, chatType, shortMessage } from './chat.ts'
import { message } from './message.ts'

const chatFields = {
  type: chatType,
  status: chatStatus.describe('Status of the chat'),
  assignee: assignee.nullable().describe('Assigned member; null: unassigned'),
  labels: z.array(chatLabel).describe('Labels on the chat'),
  unreadCount: z.int().describe('Unread incoming messages'),
  lastMessage: shortMessage
    .nullable()
    .describe(
      'Latest message in either direction. If it is another message, its status and, in a group, its text are null here; its own events have them',
    ),
  waitingSince: time.nullable().describe('Time of the first message waiting for an answer; null: none'),
  lastInboundAt: time.nullable().describe("Time of the customer's last message"),
  lastOutboundAt: time.nullable().describe('Time of the last message to the customer'),
  windowClosesAt: time.nullable().describe('End of the 24-hour window'),
  version: z.int().describe('Increases with each change to the chat: a higher version is newer'),
  createdAt: time.describe('Time when the chat began'),
  first: z.boolean().describe('True for the first message of the chat, in either direction'),
}

const chatSummary = named(
  'ChatSummary',
  z.object({
    id: idOf('chat'),
    name: z.string().nullable().describe('Name of the chat'),
    phone: z.string().nullable().describe("Person's phone number; null in groups and broadcast channels, or if hidden"),
    ...chatFields,
  }),
)

const contactSummary = named(
  'ContactSummary',
  z.object({
    id: idOf('con'),
    name: z.string().nullable().describe('Name of the contact; null when unknown'),
    phone: z.string().nullable().describe("Contact's phone number; null if hidden"),
    blocked: z.boolean().nullable().describe('True if the contact is blocked'),
    fields: z.record(z.string(), z.string()).nullable().describe('Custom fields of the contact'),
  }),
)

const numberSummary = named(
  'NumberSummary',
  z.object({
    id: idOf('num'),
    phone: z.string().nullable().describe('Phone number'),
    name: z.string().nullable().describe('Name of the number'),
    phoneNumberId: z.string().nullable().describe("The provider's id for the number"),
    businessAccountId: z.string().nullable().describe("The provider's id for the number's account"),
  }),
)

/** Summaries in message events, so that receivers don't need another request. */
export const messageSummaries = named(
  'MessageSummaries',
  z.object({
    chat: chatSummary.describe('Chat of the message'),
    contact: contactSummary.nullable().describe("Person's contact; null: none"),
    number: numberSummary.describe('Number that sent or received the message'),
    quoted: shortMessage.nullable().describe('Stored message that this one quotes; null in groups'),
    quotedProviderId: z.string().nullable().describe("The provider's id for the quoted message, if it was received"),
  }),
)

const included = {
  contact: contactSummary.nullable().describe("Person's contact; null: none, or not in `include`"),
  number: numberSummary.nullable().describe('Number of the chat; null: not in `include`'),
}

export const chatInclude = z.enum(['contact', 'number'])

export const messageInclude = z.enum(['chat', 'contact', 'number', 'quoted'])

/** Returns the input field that adds summaries to a response. */
export const includes = <T extends z.ZodType>(name: T) =>
  oneOrMany(name).describe('Adds these to `summaries`, in the same form as in message events')

export const messageWithSummaries = named(
  'MessageWithSummaries',
  message.extend({
    summaries: z
      .object({
        chat: chatSummary.nullable().describe('Chat of the message; null: not in `include`'),
        ...included,
        quoted: shortMessage
          .nullable()
          .describe('Stored message that this one quotes; null: none, or not in `include`'),
      })
      .nullable()
      .describe('Objects requested with `include`; null without it'),
  }),
  message,
)

/** A chat as returned by lists and GET. */
export const chatWithSummaries = named(
  'ChatWithSummaries',
  chat.extend({
    summaries: z.object(included).nullable().describe('Objects requested with `include`; null without it'),
  }),
  chat,
)
