import { idFloor } from '@posthorn/contracts'

/** Answers are recorded by hour. */
export const hourMs = 3_600_000

const dayMs = 24 * hourMs

/** A half-open time range in milliseconds: includes `fromMs`, excludes `toMs`. */
export type Span = { fromMs: number; toMs: number }

/** An hour, or part of one, to read from messages with these ids. `first` is the start of the whole read. */
export type ReadHour = { hour: Date; fromId: string; toId: string; first: string }

/** The recorded time of a workspace: since `fromMs`, or all of it if null, except hours that changed since. */
export type Recorded = { fromMs: number | null; toMs: number; changed: ReadonlySet<number> }

export const hourOf = (ms: number): number => Math.floor(ms / hourMs) * hourMs

/** Splits a range into hours, in order. The first and last may be partial. */
export function hoursOf({ fromMs, toMs }: Span): Span[] {
  const count = Math.max(0, Math.ceil((toMs - hourOf(fromMs)) / hourMs))
  return Array.from({ length: count }, (_, place) => {
    const beginsMs = hourOf(fromMs) + place * hourMs
    return { fromMs: Math.max(fromMs, beginsMs), toMs: Math.min(toMs, beginsMs + hourMs) }
  })
}

/** Returns the hours to read for a contiguous range. */
export function readHours(hours: readonly Span[]): ReadHour[] {
  let first = ''
  let endMs = Number.NaN
  return hours.map(({ fromMs, toMs }) => {
    const fromId = idFloor('msg', fromMs)
    if (fromMs !== endMs) first = fromId
    endMs = toMs
    return { hour: new Date(hourOf(fromMs)), fromId, toId: idFloor('msg', toMs), first }
  })
}

/** How to read a range: starts of recorded days (UTC) and hours, and unrecorded hours. */
export type ReadingPlan = { days: number[]; hours: number[]; unrecorded: Span[] }

/**
 * Plans the reading of a range. Unrecorded are partial hours, anything outside the recorded time, and hours that changed since. A whole day is read
 * at once for daily buckets if none of its hours is missing.
 */
export function planReading(
  range: Span,
  { interval, recorded }: { interval: 'hour' | 'day'; recorded: Recorded | undefined },
): ReadingPlan {
  const all = hoursOf(range)
  const unrecorded = all.filter((hour) => !recorded || !isRecorded(hour, recorded))
  const missing = new Set(unrecorded)
  const hours = all.filter((hour) => !missing.has(hour)).map(({ fromMs }) => fromMs)
  const inDay = Map.groupBy(hours, dayOf)
  const days = interval === 'day' ? [...inDay].flatMap(([day, { length }]) => (length === 24 ? day : [])) : []
  const whole = new Set(days)
  return { days, hours: hours.filter((hour) => !whole.has(dayOf(hour))), unrecorded }
}

const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs

const isRecorded = ({ fromMs, toMs }: Span, { fromMs: beginsMs, toMs: endsMs, changed }: Recorded): boolean =>
  toMs - fromMs === hourMs && fromMs >= (beginsMs ?? fromMs) && toMs <= endsMs && !changed.has(fromMs)
