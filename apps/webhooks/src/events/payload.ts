import { type BusEvent, payloadBytesMax } from '@posthorn/contracts'

/** Fields that are shorter stay: ids, states and times, by which a receiver finds the rest. */
const keptBytesMax = 200

/**
 * The final bytes of an event: the envelope as every receiver gets it. Of one that is too large the longest fields of `data` are left
 * out, one by one, and named in `truncated`.
 */
export function payloadOf({ id, event, workspace, occurredAt, version, data }: BusEvent, sequence: number): string {
  const head = { id, event, workspace, sequence, occurredAt, version }
  const whole = JSON.stringify({ ...head, data })
  if (Buffer.byteLength(whole) <= payloadBytesMax) return whole
  const left = new Map(Object.entries(data as Record<string, unknown>))
  const truncated: string[] = []
  const longest = [...left]
    .map(([name, value]) => ({ name, bytes: Buffer.byteLength(JSON.stringify(value) ?? '') }))
    .filter(({ bytes }) => bytes > keptBytesMax)
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const { name } of longest) {
    left.delete(name)
    truncated.push(name)
    const shorter = JSON.stringify({ ...head, data: Object.fromEntries(left), truncated })
    if (Buffer.byteLength(shorter) <= payloadBytesMax) return shorter
  }
  return JSON.stringify({ ...head, data: Object.fromEntries(left), truncated })
}
