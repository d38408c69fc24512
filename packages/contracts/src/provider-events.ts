import { z } from 'zod'
import { idOf } from './ids.ts'
import { shownContent } from './messaging/content-shown.ts'
import { time } from './primitives.ts'

const providerError = z.object({
  code: z.int().nullable(),
  title: z.string(),
  details: z.string().optional(),
  httpStatus: z.int().optional(),
  errorCode: z.string(),
  retryable: z.boolean(),
})

const from = z.object({ phone: z.string().optional(), userId: z.string().optional(), name: z.string().optional() })

const { media, location, contacts, reply, purchase, system, referral, forwarded, unsupported } = shownContent

/** An incoming message in our terms; `about` names the message that a reaction, an edit or a deletion is about. */
const incomingContent = z.object({
  type: z.string(),
  media,
  location,
  contacts,
  reply,
  purchase,
  system,
  referral,
  forwarded,
  unsupported,
  about: z.object({ providerId: z.string(), emoji: z.string().optional(), text: z.string().optional() }).optional(),
})

/** What the provider told us, one event per update of a callback; internal, the public events follow from them. */
export const providerEvents = {
  'provider:message': {
    when: 'The provider handed over an incoming message',
    internal: true,
    data: z.object({
      number: idOf('num'),
      providerId: z.string(),
      timestamp: time,
      from,
      groupId: z.string().optional(),
      type: z.string(),
      text: z.string().optional(),
      content: incomingContent.optional(),
      quotedProviderId: z.string().optional(),
      errors: z.array(providerError).optional(),
      raw: z.unknown(),
    }),
  },
  'provider:status': {
    when: 'The provider reported a state of a message we sent',
    internal: true,
    data: z.object({
      number: idOf('num'),
      providerId: z.string(),
      status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
      timestamp: time,
      recipient: z.string().optional(),
      recipientParticipant: z.string().optional(),
      callbackTag: z.string().optional(),
      error: providerError.optional(),
    }),
  },
  'provider:preference': {
    when: 'A customer told the provider whether they want marketing messages',
    internal: true,
    data: z.object({ number: idOf('num'), timestamp: time, from, preference: z.enum(['stop', 'resume']) }),
  },
  'provider:group': {
    when: 'The provider reported something about a group',
    internal: true,
    data: z.object({ number: idOf('num'), field: z.string(), raw: z.unknown() }),
  },
  'provider:account': {
    when: 'The provider reported something about an account or number, or something we do not know',
    internal: true,
    data: z.object({ number: idOf('num'), field: z.string(), raw: z.unknown() }),
  },
} as const
