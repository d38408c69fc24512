/** Attributes of a span: ids, and words from fixed sets. Never a phone, text, or a receiver's address. */
export type Attributes = Record<string, string | number>

export type Beginning = {
  /** One of a fixed set: `POST /v1/messages`, `messages.send`, `publish message:out`. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** The parent span as W3C trace context, if known. */
  parent?: string | null | undefined
  /** Its own trace context, if it needs one even when no span is sent. */
  step?: string | null | undefined
  attributes?: Attributes
}

/** An ended span, on the clock of `Date.now()`. */
export type EndedStep = Beginning & { step: string; begunAtMs: number; tookMs: number; error: string | undefined }
