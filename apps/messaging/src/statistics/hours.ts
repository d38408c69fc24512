import { idFloor } from '@posthorn/contracts'

/** Milliseconds of an hour, the unit in which answers are recorded. */
export const hourMs = 3_600_000

const dayMs = 24 * hourMs

/** A range of time in milliseconds: `fromMs` belongs to it, `toMs` does not. */
export type Span = { fromMs: number; toMs: number }

/** An hour, or a part of it, whose messages are read: those with these ids. `first` is the beginning of all that are read in one go. */
export type ReadHour = { hour: Date; fromId: string; toId: string; first: string }

/** The recorded time of a workspace: from then on, or from its beginning if that is null, except for hours that changed since. */
export type Recorded = { fromMs: number | null; toMs: number; changed: ReadonlySet<number> }

/** Returns the beginning of the hour of a time. */
export const hourOf = (ms: number): number => Math.floor(ms / hourMs) * hourMs

/** Returns the hours of a range, in order; those at its ends may be parts. */
export function hoursOf({ fromMs, toMs }: Span): Span[] {
  const count = Math.max(0, Math.ceil((toMs - hourOf(fromMs)) / hourMs))
  return Array.from({ length: count }, (_, place) => {
    const beginsMs = hourOf(fromMs) + place * hourMs
    return { fromMs: Math.max(fromMs, beginsMs), toMs: Math.min(toMs, beginsMs + hourMs) }
  })
}

/** Returns the hours to read for a range without gaps. */
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

/** Places of the figures of a range: the beginnings of recorded days (UTC) and hours, and the hours that are not recorded. */
export type ReadingPlan = { days: number[]; hours: number[]; unrecorded: Span[] }

/**
 * Plans how a range is read. Not recorded are parts of hours, what came before or after the recorded time, and what changed since. Days
 * are read as one for buckets of a day, where none of their hours is missing.
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
