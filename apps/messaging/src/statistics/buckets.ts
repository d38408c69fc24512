import { bucketMs } from '@posthorn/contracts'
import { localMs, startOfDay, utcMs } from '@posthorn/contracts/local-time'

/** A time range, and how it is divided. Days begin at midnight in the time zone, hours and minutes as in UTC. */
export type Divided = { from: Date; to: Date; interval: 'minute' | 'hour' | 'day'; timeZone: string }

/** Returns the start times of a range's buckets. The first is at or before the start of the range. */
export function bucketStarts({ from, to, interval, timeZone }: Divided): Date[] {
  const stepMs = bucketMs[interval]
  const isLocal = interval === 'day'
  const first = isLocal ? startOfDay(localMs(timeZone, from.getTime())) : Math.floor(from.getTime() / stepMs) * stepMs
  const startAt = (i: number) => (isLocal ? utcMs(timeZone, first + i * stepMs) : first + i * stepMs)
  const starts = [startAt(0)]
  for (let next = startAt(1); next < to.getTime(); next = startAt(starts.length)) starts.push(next)
  return starts.map((at) => new Date(at))
}

/** Returns the end of the current day in a time zone, since usage is counted in whole days. */
export const endOfToday = (timeZone: string): Date =>
  new Date(utcMs(timeZone, startOfDay(localMs(timeZone, Date.now())) + bucketMs.day))

/** SQL for the start of the bucket that contains a time; `starts` is an array of times. Ids can be slightly newer than their rows. */
export const bucketSql = (time: string, starts: string): string =>
  `(${starts}::timestamptz[])[greatest(1, width_bucket(${time}, ${starts}::timestamptz[]))]`
