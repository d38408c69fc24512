/** What is told of a step besides its name: ids, and words of bounded sets. Never a phone, a text, or an address of a receiver. */
export type Attributes = Record<string, string | number>

/** How a step begins. */
export type Beginning = {
  /** What is done, one of a bounded set: `POST /v1/messages`, `messages.send`, `publish message:out`. */
  name: string
  kind: 'server' | 'client' | 'producer' | 'consumer'
  /** The step it belongs to, as W3C trace context; absent where nobody said. */
  parent?: string | null | undefined
  /** Its own trace context, where it must have one also when nobody is told. */
  step?: string | null | undefined
  attributes?: Attributes
}

/** A step that has ended, on the clock of `Date.now()`. */
export type EndedStep = Beginning & { step: string; begunAtMs: number; tookMs: number; error: string | undefined }
