import { z } from 'zod'
import { actor, idOf, named } from '../schemas.ts'
import { chatUpdate } from './chat-changes.ts'
import { reactedBy } from './content-view.ts'
import { message, messageRequest } from './message.ts'
import { messageSummaries } from './message-summaries.ts'
import { queue, waiting } from './queues.ts'

const messageRefused = z.object({ reference: z.string(), phones: z.array(z.string()), errorCode: z.string() })

const messageEvent = named(
  'MessageEventData',
  message.extend({ summaries: messageSummaries.describe("Summaries of the message's chat, contact and number") }),
  message,
)

const requestedMessage = named(
  'RequestedMessageData',
  messageEvent.extend({ by: actor.nullable().describe('Who requested it') }),
  messageEvent,
)

/** Events about a message, in lifecycle order. */
export const messageEvents = {
  'message:in': { when: 'An incoming message was received', data: messageEvent },
  'message:out': { when: 'An outgoing message was sent: the provider accepted it', data: messageEvent },
  'message:ack': {
    when: 'A message was delivered, read or played; in a group, by `participant`',
    data: named(
      'MessageAckData',
      messageEvent.extend({
        ack: z.enum(['delivered', 'read', 'played']).describe('Status that the message reached'),
        participant: z
          .object({
            phone: z.string().nullable().describe("Participant's phone number"),
            userId: z.string().nullable().describe("The provider's id for a participant whose phone number is hidden"),
          })
          .nullable()
          .describe('In a group: the participant who received, read or played it'),
      }),
      messageEvent,
    ),
  },
  'message:updated': {
    when: 'A message changed after it was sent or received: its sender edited or deleted it, someone voted or answered its buttons or list, or its media was saved as a file',
    data: named(
      'MessageUpdatedData',
      messageEvent.extend({
        change: z.enum(['edited', 'deleted', 'vote', 'answered', 'media']).describe('Kind of change'),
      }),
      messageEvent,
    ),
  },
  'message:reaction': {
    when: "A customer, or the business in the provider's own app, reacted to a message or removed a reaction; `emoji` is then empty",
    data: named(
      'MessageReactionData',
      messageEvent.extend({
        emoji: z.string().describe('The emoji; empty: the reaction was removed'),
        reactedBy: reactedBy.describe('Person who reacted'),
      }),
      messageEvent,
    ),
  },
  'message:failed': {
    when: 'A message failed or expired, or its outcome is unknown; `error` says why',
    data: messageEvent,
  },
  'message:waiting': {
    when: 'An outgoing message has waited for more than two seconds, also for the outcome of a call whose response was lost, or is waiting for a different reason than before; `waiting` says why. Each second, at most 500 messages are checked and 100 announced, so the event comes later in long queues',
    data: named('MessageWaitingData', messageEvent.extend({ waiting: waiting.describe('Why it waits') }), messageEvent),
  },
  'message:scheduled': { when: 'An outgoing message was accepted for a later time', data: requestedMessage },
  'message:changed': {
    when: 'A waiting message was changed, or moved to another number; `changed` names the fields',
    data: named(
      'MessageChangedData',
      requestedMessage.extend({
        changed: z.array(z.string()).describe('Names of the changed fields'),
        movedFrom: z
          .object({
            number: idOf('num').describe('Number whose queue it was in before'),
            chat: idOf('chat').describe('Chat on that number'),
          })
          .nullable()
          .describe('If it was moved to another number: where the message was before'),
      }),
      requestedMessage,
    ),
  },
  'message:canceled': {
    when: 'A waiting message was canceled, alone or with its queue or chat',
    data: requestedMessage,
  },
  'message:requested': { when: 'A service requested messages to these people', data: messageRequest, internal: true },
  'message:refused': {
    when: 'Some messages that a service requested could not be queued',
    data: messageRefused,
    internal: true,
  },
} as const

export const chatEvents = {
  'chat:updated': {
    when: 'A chat was created or changed; `change` says how',
    data: chatUpdate,
  },
  'queue:updated': { when: 'The queue of a number was paused, drained or resumed', data: queue, internal: true },
} as const
