import type { EventData, Identifier, ProviderChange } from '@posthorn/contracts'
import type { ProviderError } from './provider.ts'

/** Content of an incoming message; its text is beside it. */
export type IncomingContent = NonNullable<EventData<'provider:message'>['content']>

/** A person; the phone is E.164. */
export type Person = { phone?: string; userId?: string; parentUserId?: string; name?: string; username?: string }

/** Identifiers that a callback names as those of one person, beside its messages. */
export type PersonUpdate = UpdateBase & {
  kind: 'person'
  /** ISO 8601. */
  timestamp: string
  identifiers: Identifier[]
}

/** Delivery states of the provider. */
export type ProviderState = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** Fields of every update; `understood`: all of its meaning is read, so that its raw form need not be kept. */
type UpdateBase = { phoneNumberId: string; understood: boolean }

/** An incoming message. `from.phone` may be missing since usernames exist (cloud-api.md section 10). */
export type MessageUpdate = UpdateBase & {
  kind: 'message'
  providerId: string
  /** ISO 8601. */
  timestamp: string
  from: Person
  /** Identifiers that the sender had until now, when the message reports a change. */
  previous?: EventData<'provider:message'>['previous']
  groupId?: string
  /** Type in the provider's words, unknown ones included. */
  type: string
  /** Text, caption, or the title of a tapped button or list row. */
  text?: string
  content: IncomingContent
  quotedProviderId?: string
  errors?: ProviderError[]
  /** Null for one that is large. */
  raw: unknown
  /** What is beside the message; absent where its fields show all of it. */
  around?: Record<string, unknown>
}

/** A message that the business sent from the provider's own app. */
export type EchoUpdate = Omit<MessageUpdate, 'kind' | 'from' | 'previous' | 'errors'> & {
  kind: 'echo'
  to: Person
}

/** A step of a voice call. */
export type CallUpdate = UpdateBase & {
  kind: 'call'
  callId: string
  /** ISO 8601. */
  timestamp: string
  from: Person
  direction: 'in' | 'out'
  /** Event in the provider's words, such as `connect` and `terminate`. */
  event: string
  status?: string
  seconds?: number
}

/** A step of a message we sent. */
export type StatusUpdate = UpdateBase & {
  kind: 'status'
  providerId: string
  status: ProviderState
  /** ISO 8601. */
  timestamp: string
  /** E.164 with plus, a provider user id, or a group id. */
  recipient?: string
  recipientParticipant?: string
  /** The `callbackTag` of the send. */
  callbackTag?: string
  error?: ProviderError
  /** Errors that are reported beside `error`. */
  furtherErrors?: ProviderError[]
  pricing?: { billable?: boolean; category?: string; type?: string; model?: string }
  conversation?: { id?: string; origin?: string; expiresAt?: string }
  /** Absent, as `around`, where the fields show all of it. */
  raw?: unknown
  around?: Record<string, unknown>
}

/** Preference of a customer about marketing messages of the business. */
export type PreferenceUpdate = UpdateBase & {
  kind: 'preference'
  /** ISO 8601. */
  timestamp: string
  from: Person
  preference: 'stop' | 'resume'
}

/** An update about an account, or of no known form. */
export type AccountUpdate = {
  kind: 'account'
  phoneNumberId?: string
  businessAccountId: string
  understood: boolean
  field: string
  raw: unknown
}

/** A change of a callback as it was sent: one without messages and statuses, or with one of them that is not read. */
export type ReportUpdate = {
  kind: 'report'
  phoneNumberId?: string
  businessAccountId: string
  understood: true
  change: ProviderChange
}

/** One update of a callback. An update of no known form is an `account` with its `raw`, so nothing is lost. */
export type CallbackUpdate =
  | MessageUpdate
  | StatusUpdate
  | PreferenceUpdate
  | EchoUpdate
  | CallUpdate
  | PersonUpdate
  | (UpdateBase & { kind: 'group'; field: string; raw: unknown })
  | AccountUpdate
  | ReportUpdate
  | { kind: 'unreadable'; raw: string }

/** Context of an update: its number, account and field, the contacts beside it, and the time to use when it has none. */
export type UpdateContext = {
  phoneNumberId: string | undefined
  businessAccountId: string
  field: string
  contacts: Record<string, unknown>[]
  /** Returns what is beside an item of a list; undefined where its fields show all of it. */
  around: (item: unknown, list: string) => Record<string, unknown> | undefined
  /** Returns the change with this value, to be passed on as it was sent. */
  report: (value: Record<string, unknown>) => ReportUpdate
  receivedAt: Date
  /** Its body is so large that its items have to be bounded. */
  isLarge: boolean
}
