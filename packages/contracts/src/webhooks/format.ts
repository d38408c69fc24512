import type { EventKind } from '../events.ts'
import type { ProviderChange } from '../provider-events.ts'

/** A recorded event, as its payload has it. */
export type RecordedData = { event: string; data: Record<string, unknown> }

/** What receivers verify: the id of the event, the time of the attempt in Unix seconds, and the body as it is sent. */
export type SignedContent = { id: string; timestampSeconds: number; body: string }

/** Signature of deliveries. */
export type WebhookSignature = {
  /** The key that a signing secret is: `base64`, the bytes after `whsec_`; `text`, the characters of the whole secret. */
  key: 'base64' | 'text'
  /** Returns the headers of an attempt. `hmac` returns the HMAC-SHA256 of a text with each valid secret, the newest first. */
  headers(
    content: SignedContent,
    hmac: (text: string, encoding: 'base64' | 'hex') => readonly string[],
  ): Record<string, string>
}

/** Body of a delivery, and headers that replace or follow `Content-Type: application/json`. */
export type RenderedEvent = { body: string; headers?: Record<string, string> }

/** Form of the payloads of a webhook: the names it subscribes to, what its receiver gets of an event, and how that is signed. */
export type WebhookFormat = {
  /** Value of the field `format` of a webhook. */
  name: string
  /** Returns the kinds of events that a subscription to this name needs, the closest first; undefined: there is no such name. */
  kindsOf(name: string): readonly EventKind[] | undefined
  /** Sentence that refuses any other name, after the path of the field. */
  unknownName: string
  /** True: a url has one webhook of this form for a number, whatever its events. */
  onePerUrl: boolean
  /** Returns whether an event of a kind that is subscribed is sent. Default: all are. */
  shows?(event: RecordedData, names: readonly string[]): boolean
  /**
   * Renders the frozen payload of an event for a subscription to these names, always the same for the same event. `callback`: what the
   * provider sent, where the payload does not show all of it.
   */
  render(payload: string, names: readonly string[], callback?: ProviderChange): RenderedEvent
  /** Question that a receiver answers before its webhook is created: parameters of a GET, and the body that is right. Default: none. */
  challenge?(verifyToken: string, nonce: string): { query: Record<string, string>; answer: string }
  /** Default: Standard Webhooks. */
  signature?: WebhookSignature
}
