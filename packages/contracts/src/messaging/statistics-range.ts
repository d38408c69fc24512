import type { z } from 'zod'
import { time, timeZone } from '../schemas.ts'

const dayMs = 86_400_000

export const bucketMs = { minute: 60_000, hour: 3_600_000, day: dayMs } as const

/** Default range for each bucket length, in milliseconds. */
export const usualMs = { minute: dayMs / 3, hour: dayMs, day: 30 * dayMs } as const

export const bucketsMax = 500

export const range = {
  from: time.optional().describe('Start of the counted period'),
  to: time.optional().describe('End of the counted period; absent: now'),
}

/** The field that determines when days begin. */
export const days = {
  timeZone: timeZone
    .default('UTC')
    .describe('Days begin at midnight in this time zone (IANA name); hours are UTC hours'),
}

/** A range without `to` may be this much too long, because it has grown since the caller read the time, and callers' clocks differ. */
const clockToleranceMs = bucketMs.minute

/** Adds an issue if a range ends before it starts or is too long: in days, or in buckets of the input's `interval`. */
export function checkRange(
  input: { from?: string | undefined; to?: string | undefined; interval?: unknown },
  ctx: z.core.$RefinementCtx,
  { daysMax, bucketsMax = Infinity }: { daysMax: number; bucketsMax?: number },
): void {
  // This check also runs when other fields are invalid, for example if a time or the interval is an object.
  if (typeof input.from !== 'string') return
  const to = typeof input.to === 'string' ? Date.parse(input.to) : Date.now()
  const from = Date.parse(input.from)
  if (Number.isNaN(from) || Number.isNaN(to)) return
  const eachMs = Object.entries(bucketMs).find(([name]) => name === input.interval)?.[1] ?? dayMs
  const longestMs = Math.min(daysMax * dayMs, bucketsMax * eachMs)
  const toleranceMs = typeof input.to === 'string' ? 0 : clockToleranceMs
  const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['from'], message })
  if (from >= to) refuse('must be before to')
  else if (to - from > longestMs + toleranceMs)
    refuse(`must be at most ${Math.floor(longestMs / bucketMs.hour)} hours before to`)
}
