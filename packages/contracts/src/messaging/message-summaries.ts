import { z } from 'zod'
import { idOf } from '../ids.ts'
import { named } from '../names.ts'
import { time } from '../primitives.ts'
import { assignee, chatLabel, chatStatus, shortMessage } from './chat.ts'

/** The chat as message events carry it; absent in events of before it was added. */
const chatFields = {
  type: z.enum(['direct', 'group', 'channel']).optional().describe('Kind of the chat'),
  status: chatStatus.optional().describe('Status of the chat'),
  assignee: assignee.nullable().optional().describe('Assigned member; null: nobody'),
  labels: z.array(chatLabel).optional().describe('Labels of the chat'),
  unreadCount: z.int().optional().describe('Unread incoming messages'),
  lastInboundAt: time.nullable().optional().describe('Time of the last message of the customer'),
  lastOutboundAt: time.nullable().optional().describe('Time of the last message to the customer'),
  windowClosesAt: time.nullable().optional().describe('End of the 24-hour window'),
  createdAt: time.optional().describe('Time when the chat began'),
  first: z.boolean().optional().describe('True for the first message of the chat'),
}

/** Summaries that come with message events so that a receiver needs no second call. */
export const messageSummaries = named(
  'MessageSummaries',
  z.object({
    chat: z
      .object({
        id: idOf('chat'),
        name: z.string().nullable().describe('Name of the chat'),
        phone: z.string().nullable().describe('Phone of the chat; null in groups and broadcast channels, or hidden'),
        ...chatFields,
      })
      .describe('Chat of the message'),
    contact: z
      .object({
        id: idOf('con'),
        name: z.string().nullable().describe('Name of the contact; null when unknown'),
        phone: z.string().nullable().describe('Phone of the contact; null when hidden'),
        blocked: z.boolean().optional().describe('True when blocked'),
        fields: z.record(z.string(), z.string()).optional().describe('Custom fields of the contact'),
      })
      .nullable()
      .describe('Contact of the person; null: none'),
    number: z
      .object({
        id: idOf('num'),
        phone: z.string().nullable().describe('Phone of the number'),
        name: z.string().nullable().describe('Name of the number'),
        phoneNumberId: z.string().optional().describe("The provider's id of the number"),
        businessAccountId: z.string().nullable().optional().describe("The provider's id of its account"),
      })
      .describe('Number that sent or received the message'),
    quoted: shortMessage.optional().describe('Stored message that this one quotes'),
    quotedProviderId: z.string().optional().describe("The provider's id of quoted, if that came in"),
  }),
)
