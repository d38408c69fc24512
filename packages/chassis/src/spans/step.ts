/** Attributes of a span: ids, and words from fixed sets. Never a phone number, message text, or receiver's address. */
export type Attributes = Record<string, string | number>

export type Beginning = {
  /** One name from a fixed set, such as `POST /v1/messages`, `messages.send` or `publish message:out`. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  parent?: string | null | undefined
  /** The span's own trace context, if it needs one even when no span is sent. */
  step?: string | null | undefined
  attributes?: Attributes
}

/** An ended span, with times from `Date.now()`. */
export type EndedStep = Beginning & { step: string; begunAtMs: number; tookMs: number; error: string | undefined }
