import { randomFillSync } from 'node:crypto'

/** Drawn from the system some hundreds at a time: one by one took 3 % of the gateway's time. Ids of steps are no secrets. */
const drawn = Buffer.alloc(4_096)
let used = drawn.length

function randomHex(bytes: number): string {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.toString('hex', used - bytes, used)
}

const pattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/

/** W3C trace context for a step of ours: in the trace of who asked, or in one that begins here. */
export function stepOf(traceparent: string | null | undefined): string {
  const [, trace = randomHex(16), flags = '01'] = pattern.exec(traceparent ?? '') ?? []
  return `00-${trace}-${randomHex(8)}-${flags}`
}

/** The id that all steps of a trace share, as logs name it. */
export function traceOf(traceparent: string | null | undefined): string | undefined {
  return pattern.exec(traceparent ?? '')?.[1]
}
