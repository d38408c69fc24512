import { z } from 'zod'
import { identifier } from './identifiers.ts'
import { contentView, factsView } from './messaging/content-view.ts'
import { idOf, time } from './schemas.ts'
import { shown, sparse } from './shown.ts'

const providerError = z.object({
  code: z.int().nullable(),
  title: z.string(),
  details: z.string().optional(),
  httpStatus: z.int().optional(),
  errorCode: z.string(),
  retryable: z.boolean(),
})

const names = { phone: z.string().optional(), userId: z.string().optional(), parentUserId: z.string().optional() }

/** A person in a callback. `contact`: the id of their contact, which may not exist yet. */
const person = z.object({
  ...names,
  name: z.string().optional(),
  username: z.string().optional(),
  contact: idOf('con').optional(),
})

const { media, location, contacts, reply, purchase, system, unsupported } = contentView
const { product, callPermission, providerErrors, origin } = contentView

/** Content of a provider message. `about`: the message that a reaction, edit or deletion changes. Stored unchanged, without nulls. */
const incomingContent = shown(
  z.object({
    type: z.string(),
    media,
    location,
    contacts,
    origin,
    reply,
    purchase,
    system,
    referral: factsView.referral.unwrap().optional(),
    forwarded: factsView.forwarded.optional(),
    unsupported,
    product,
    callPermission,
    providerErrors,
    about: z.object({ providerId: z.string(), emoji: z.string().optional(), text: z.string().optional() }).optional(),
  }),
).transform((value) => sparse(value))

/**
 * A change in a callback, as the provider sent it, except that its lists are reduced to one item. `entry`: other fields of its entry.
 * `value` omits the fields that all values have.
 */
export type ProviderChange = { field: string; value: Record<string, unknown>; entry?: Record<string, unknown> }

/** A callback's item as sent, and the rest of its value. Either is absent if the other fields already show all of it. */
const sent = { raw: z.unknown().optional(), around: z.record(z.string(), z.unknown()).optional() }

/** Events for the updates in a callback, one event per update. Internal; public events are derived from them. */
export const providerEvents = {
  'provider:message': {
    when: 'The provider delivered an incoming message',
    internal: true,
    data: z.object({
      number: idOf('num'),
      providerId: z.string(),
      timestamp: time,
      from: person,
      /** Identifiers that the sender had until this message, which reports the change. */
      previous: z.object(names).optional(),
      groupId: z.string().optional(),
      type: z.string(),
      text: z.string().optional(),
      content: incomingContent.optional(),
      quotedProviderId: z.string().optional(),
      errors: z.array(providerError).optional(),
      ...sent,
    }),
  },
  'provider:person': {
    when: 'The provider named identifiers of one person together, in a callback or in the response to a send',
    internal: true,
    data: z.object({ timestamp: time, identifiers: z.array(identifier).min(2), contact: idOf('con').optional() }),
  },
  'provider:status': {
    when: 'The provider reported the status of a message we sent',
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
      furtherErrors: z.array(providerError).optional(),
      pricing: z
        .object({
          billable: z.boolean().optional(),
          category: z.string().optional(),
          type: z.string().optional(),
          model: z.string().optional(),
        })
        .optional(),
      conversation: z
        .object({ id: z.string().optional(), origin: z.string().optional(), expiresAt: time.optional() })
        .optional(),
      ...sent,
    }),
  },
  'provider:echo': {
    when: "The business sent a message from the provider's own app",
    internal: true,
    data: z.object({
      number: idOf('num'),
      providerId: z.string(),
      timestamp: time,
      to: person,
      groupId: z.string().optional(),
      type: z.string(),
      text: z.string().optional(),
      content: incomingContent.optional(),
      quotedProviderId: z.string().optional(),
      ...sent,
    }),
  },
  'provider:call': {
    when: 'The provider reported a step of a voice call',
    internal: true,
    data: z.object({
      number: idOf('num'),
      callId: z.string(),
      timestamp: time,
      from: person,
      direction: z.enum(['in', 'out']),
      event: z.string(),
      status: z.string().optional(),
      seconds: z.number().optional(),
    }),
  },
  'provider:preference': {
    when: 'A customer allowed or refused marketing messages in WhatsApp',
    internal: true,
    data: z.object({ number: idOf('num'), timestamp: time, from: person, preference: z.enum(['stop', 'resume']) }),
  },
  'provider:group': {
    when: 'The provider reported something about a group',
    internal: true,
    data: z.object({ number: idOf('num'), field: z.string(), raw: z.unknown() }),
  },
  'provider:account': {
    when: 'The provider reported a change of an account or number, or sent an update in an unknown format',
    internal: true,
    data: z.object({ number: idOf('num'), field: z.string(), raw: z.unknown() }),
  },
} as const

/** A provider report with its time. Reports with equal times are ordered by text. */
type Stamped = { at: string | undefined; text: string }

/** Whether one report is later than another, regardless of the order of arrival. A report without a time is the earliest. */
export const isLater = (one: Stamped, other: Stamped) => compareStamps(one, other) > 0

/** Compares reports by time, then text, so that the result is the same in whatever order they arrive. */
export function compareStamps(one: Stamped, other: Stamped): number {
  const [left, right] = [millisecondsOf(one.at), millisecondsOf(other.at)]
  if (left === right) return Number(one.text > other.text) - Number(one.text < other.text)
  return left < right ? -1 : 1
}

const millisecondsOf = (at: string | undefined) => (at === undefined ? -Infinity : Date.parse(at))
