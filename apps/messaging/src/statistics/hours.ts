import { idFloor } from '@posthorn/contracts'

/** Milliseconds of an hour, the unit in which answers are recorded. */
export const hourMs = 3_600_000

const dayMs = 24 * hourMs

/** A range of time in milliseconds: `fromMs` belongs to it, `toMs` does not. */
export type Span = { fromMs: number; toMs: number }

/** An hour, or a part of it, whose messages are read: those with these ids. `first` is the beginning of all that are read in one go. */
export type ReadHour = { hour: Date; fromId: string; toId: string; first: string }

/** What is recorded of a workspace: from then on, or from its beginning if that is null, except for hours that changed since. */
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

/** Returns the hours of a range that are not recorded: parts of hours, what came before or after, and what changed since. */
export function unrecordedHours(range: Span, recorded: Recorded | undefined): Span[] {
  const hours = hoursOf(range)
  if (!recorded) return hours
  const { fromMs: beginsMs, toMs: endsMs, changed } = recorded
  const isRecorded = ({ fromMs, toMs }: Span) =>
    toMs - fromMs === hourMs && fromMs >= (beginsMs ?? fromMs) && toMs <= endsMs && !changed.has(fromMs)
  return hours.filter((hour) => !isRecorded(hour))
}

/** Returns the days (UTC) of a range that are recorded as a whole. */
export function recordedDays({ fromMs, toMs }: Span, unrecorded: readonly Span[]): Date[] {
  const missing = new Set(unrecorded.map((hour) => dayOf(hour.fromMs)))
  const firstMs = dayOf(fromMs + dayMs - 1)
  const count = Math.max(0, Math.floor((toMs - firstMs) / dayMs))
  return Array.from({ length: count }, (_, place) => firstMs + place * dayMs)
    .filter((day) => !missing.has(day))
    .map((day) => new Date(day))
}

const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs
