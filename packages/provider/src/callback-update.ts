import type { EventData, Identifier, ProviderChange } from '@posthorn/contracts'
import type { ProviderError } from './provider.ts'

export type IncomingContent = NonNullable<EventData<'provider:message'>['content']>

/** A person. The phone number is in E.164 format. */
export type Person = { phone?: string; userId?: string; parentUserId?: string; name?: string; username?: string }

/** Identifiers that a callback reports for one person, outside its messages. */
export type PersonUpdate = UpdateBase & {
  kind: 'person'
  /** ISO 8601. */
  timestamp: string
  identifiers: Identifier[]
}

export type ProviderState = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** Fields of every update. `understood`: it was read completely, so its raw form isn't needed. */
type UpdateBase = { phoneNumberId: string; understood: boolean }

/** An incoming message. `from.phone` may be missing now that usernames exist. */
export type MessageUpdate = UpdateBase & {
  kind: 'message'
  providerId: string
  /** ISO 8601. */
  timestamp: string
  from: Person
  /** The sender's identifiers before this message, if it reports a change. */
  previous?: EventData<'provider:message'>['previous']
  groupId?: string
  /** Type in the provider's words, possibly unknown. */
  type: string
  /** Text, caption, or the title of a tapped button or list row. */
  text?: string
  content: IncomingContent
  quotedProviderId?: string
  errors?: ProviderError[]
  /** Null if the item is large. */
  raw: unknown
  /** The rest of the value; absent if the message's fields show all of it. */
  around?: Record<string, unknown>
}

/** A message sent from the provider's own app. */
export type EchoUpdate = Omit<MessageUpdate, 'kind' | 'from' | 'previous' | 'errors'> & {
  kind: 'echo'
  to: Person
}

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

export type StatusUpdate = UpdateBase & {
  kind: 'status'
  providerId: string
  status: ProviderState
  /** ISO 8601. */
  timestamp: string
  /** E.164 with a plus sign, a provider's user id, or a group id. */
  recipient?: string
  recipientParticipant?: string
  callbackTag?: string
  error?: ProviderError
  /** Errors reported in addition to `error`. */
  furtherErrors?: ProviderError[]
  pricing?: { billable?: boolean; category?: string; type?: string; model?: string }
  conversation?: { id?: string; origin?: string; expiresAt?: string }
  /** Absent, like `around`, if the fields show all of it. */
  raw?: unknown
  around?: Record<string, unknown>
}

export type PreferenceUpdate = UpdateBase & {
  kind: 'preference'
  /** ISO 8601. */
  timestamp: string
  from: Person
  preference: 'stop' | 'resume'
}

/** An update about an account, or in an unknown format. */
export type AccountUpdate = {
  kind: 'account'
  phoneNumberId?: string
  businessAccountId: string
  understood: boolean
  field: string
  raw: unknown
}

/** A change in a callback, as sent. It either has no messages or statuses, or has an item that couldn't be read. */
export type ReportUpdate = {
  kind: 'report'
  phoneNumberId?: string
  businessAccountId: string
  understood: true
  change: ProviderChange
}

/**
 * An update in a callback. An update in an unknown format becomes an `account` update with its raw form in `raw`, so that nothing is lost.
 */
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

/** Context of an update: its number, account and field, the contacts sent with it, and a default time. */
export type UpdateContext = {
  phoneNumberId: string | undefined
  businessAccountId: string
  field: string
  contacts: Record<string, unknown>[]
  /** Returns the rest of the value for an item; undefined if its fields show all of it. */
  around: (item: unknown, list: string) => Record<string, unknown> | undefined
  /** Returns a change with this value, to forward as sent. */
  report: (value: Record<string, unknown>) => ReportUpdate
  receivedAt: Date
  /** Whether the callback's body is so large that its items must be shortened. */
  isLarge: boolean
}
