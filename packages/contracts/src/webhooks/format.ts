import type { EventKind } from '../events.ts'
import type { ProviderChange } from '../provider-events.ts'

/** A recorded event, as in its payload. */
export type RecordedData = { event: string; data: Record<string, unknown> }

/** What receivers verify: the event's id, the attempt's time in Unix seconds, and the body as it is sent. */
export type SignedContent = { id: string; timestampSeconds: number; body: string }

export type WebhookSignature = {
  /** How a signing secret becomes a key. `base64`: the bytes after `whsec_`. `text`: the characters of the whole secret. */
  key: 'base64' | 'text'
  /** Returns an attempt's headers. `hmac` returns the HMAC-SHA256 of a text with each valid secret, newest first. */
  headers(
    content: SignedContent,
    hmac: (text: string, encoding: 'base64' | 'hex') => readonly string[],
  ): Record<string, string>
}

/** Body of a delivery, and headers that replace or extend `Content-Type: application/json`. */
export type RenderedEvent = { body: string; headers?: Record<string, string> }

/** Payload format of a webhook: the names it subscribes to, what its receiver gets, and how that is signed. */
export type WebhookFormat = {
  /** Value of a webhook's `format` field. */
  name: string
  /** Returns the kinds of events that a subscription to this name needs, closest first; undefined if there is no such name. */
  kindsOf(name: string): readonly EventKind[] | undefined
  /** Error message for other names, which follows the field's path. */
  unknownName: string
  /** Whether a URL can have only one webhook of this format for a number, whatever its events. */
  onePerUrl: boolean
  /** Whether an event of a subscribed kind is sent. Default: always. */
  shows?(event: RecordedData, names: readonly string[]): boolean
  /**
   * Renders an event's stored payload for a subscription to these names. Deterministic. `callback`: what the provider sent, if the payload
   * doesn't show all of it.
   */
  render(payload: string, names: readonly string[], callback?: ProviderChange): RenderedEvent
  /**
   * Verification request that a receiver must answer before its webhook is created: query parameters of a GET, and the expected body. Default:
   * none.
   */
  challenge?(verifyToken: string, nonce: string): { query: Record<string, string>; answer: string }
  /** Default: Standard Webhooks. */
  signature?: WebhookSignature
}
