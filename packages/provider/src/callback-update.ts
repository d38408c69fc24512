import type { IncomingContent } from './callback-content.ts'
import type { ProviderError } from './provider.ts'

/** Delivery states the provider reports that we know. */
export type ProviderState = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** An incoming message. `from.phone` may be missing since usernames exist (cloud-api.md section 10). */
export type MessageUpdate = {
  kind: 'message'
  phoneNumberId: string
  providerId: string
  /** ISO 8601. */
  timestamp: string
  from: { phone?: string; userId?: string; name?: string }
  groupId?: string
  /** The provider's word, unknown ones included. */
  type: string
  /** What the person wrote or tapped: text, caption, or the title of a button or list row. */
  text?: string
  content: IncomingContent
  quotedProviderId?: string
  errors?: ProviderError[]
  raw: unknown
}

/** A step of a message we sent. */
export type StatusUpdate = {
  kind: 'status'
  phoneNumberId: string
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
  raw: unknown
}

/** A customer told the provider whether they want marketing messages of the business. */
export type PreferenceUpdate = {
  kind: 'preference'
  phoneNumberId: string
  /** ISO 8601. */
  timestamp: string
  from: MessageUpdate['from']
  preference: 'stop' | 'resume'
}

/** One thing a callback tells. What fits nothing known comes as `account` with its `raw`, so nothing is lost. */
export type CallbackUpdate =
  | MessageUpdate
  | StatusUpdate
  | PreferenceUpdate
  | { kind: 'group'; phoneNumberId: string; field: string; raw: unknown }
  | { kind: 'account'; phoneNumberId?: string; businessAccountId: string; field: string; raw: unknown }
  | { kind: 'unreadable'; raw: string }

/** Where an update stood: its number, account and field, the contacts beside it, and the time to use when it has none. */
export type UpdateContext = {
  phoneNumberId: string | undefined
  businessAccountId: string
  field: string
  contacts: Record<string, unknown>[]
  receivedAt: Date
}
