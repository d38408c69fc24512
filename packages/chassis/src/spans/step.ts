/** Attributes of a step: ids, and words of bounded sets. Never a phone, a text, or an address of a receiver. */
export type Attributes = Record<string, string | number>

/** The beginning of a step. */
export type Beginning = {
  /** Its action, one of a bounded set: `POST /v1/messages`, `messages.send`, `publish message:out`. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** The step it belongs to, as W3C trace context; absent where no one said. */
  parent?: string | null | undefined
  /** Its own trace context, where it must have one even if no step is sent. */
  step?: string | null | undefined
  attributes?: Attributes
}

/** A step that has ended, on the clock of `Date.now()`. */
export type EndedStep = Beginning & { step: string; begunAtMs: number; tookMs: number; error: string | undefined }
