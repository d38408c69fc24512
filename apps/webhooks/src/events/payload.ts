import { type BusEvent, payloadBytesMax } from '@posthorn/contracts'

/** Fields up to this size are kept: a receiver needs ids, statuses and times to fetch the rest. */
const shortFieldBytes = 200

/**
 * Builds the envelope sent to receivers. If it is too large, removes the longest fields of `data` one by one and lists them in `truncated`.
 */
export function buildPayload({ id, event, workspace, occurredAt, version, data }: BusEvent, sequence: number): string {
  const head = { id, event, workspace, sequence, occurredAt, version }
  const whole = JSON.stringify({ ...head, data, truncated: null })
  if (Buffer.byteLength(whole) <= payloadBytesMax) return whole
  const remaining = new Map(Object.entries(data as Record<string, unknown>))
  const truncated: string[] = []
  const longest = [...remaining]
    .map(([name, value]) => ({ name, bytes: Buffer.byteLength(JSON.stringify(value) ?? '') }))
    .filter(({ bytes }) => bytes > shortFieldBytes)
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const { name } of longest) {
    remaining.delete(name)
    truncated.push(name)
    const shorter = JSON.stringify({ ...head, data: Object.fromEntries(remaining), truncated })
    if (Buffer.byteLength(shorter) <= payloadBytesMax) return shorter
  }
  return JSON.stringify({ ...head, data: Object.fromEntries(remaining), truncated })
}
