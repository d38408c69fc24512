import { type FieldError, fail } from '@posthorn/contracts'
import { coveredKinds } from '../formats/formats.ts'

/** A range of time with kinds of events, as a caller names it. */
type Input = { from: string; to?: string | undefined; events?: string[] | undefined }

/** Beginning and end of a range of the log. */
export type TimeRange = { fromAt: Date; toAt: Date }

const ageMsMax = 30 * 24 * 3_600_000

/** Reads the range of a replay, which ends now at the latest; refuses with every faulty field. */
export function readRange(input: Input, now: Date): TimeRange {
  const fromAt = new Date(input.from)
  const toAt = new Date(Math.min(now.getTime(), new Date(input.to ?? now).getTime()))
  const errors: FieldError[] = []
  const code = 'request:invalid'
  if (now.getTime() - fromAt.getTime() > ageMsMax)
    errors.push({ path: 'from', code, message: 'is more than 30 days ago; older events are not kept' })
  if (fromAt >= toAt) errors.push({ path: 'to', code, message: 'must be after from' })
  for (const [i, name] of (input.events ?? []).entries()) {
    if (coveredKinds([name]).length > 0) continue
    errors.push({ path: `events.${i}`, code, message: 'is not an event; GET /v1/events/kinds lists them' })
  }
  if (errors.length > 0) fail(code, { errors })
  return { fromAt, toAt }
}
