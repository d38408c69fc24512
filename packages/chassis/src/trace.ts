import { randomBytes } from 'node:crypto'

const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/

/** W3C trace context for a step of ours: in the trace of who asked, or in one that begins here. */
export function stepOf(traceparent: string | null | undefined): string {
  const [, trace = randomBytes(16).toString('hex'), flags = '01'] = pattern.exec(traceparent ?? '') ?? []
  return `00-${trace}-${randomBytes(8).toString('hex')}-${flags}`
}

/** The id that all steps of a trace share, as logs name it. */
export function traceOf(traceparent: string | null | undefined): string | undefined {
  return pattern.exec(traceparent ?? '')?.[1]
}
