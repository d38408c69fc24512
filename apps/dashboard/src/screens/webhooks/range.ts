import type { DeliveryInterval } from '@posthorn/sdk'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Lengths of the timeline's spans. Each span ends now. */
export const spanMs = { hour: hourMs, hours: 6 * hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const

export type Span = keyof typeof spanMs

/** A time range, in milliseconds since 1970. */
export type TimeRange = { fromMs: number; toMs: number }

/** Number of deliveries by last response: accepted, rejected, none although attempted, and not attempted yet. */
export type Answers = Pick<DeliveryInterval, (typeof answers)[number]>

export const answers = ['ok', 'refused', 'silent', 'waiting'] as const

export type Bar = TimeRange & Answers

const intervalMs = { minute: minuteMs, hour: hourMs } as const
/** Maximum number of columns in the chart. */
const barsMax = 180
/** Longest range that is counted by minute. */
const byMinuteMsMax = dayMs

/** Returns the span named in a URL; a day by default. */
export const spanOf = (text: string | undefined): Span =>
  text !== undefined && Object.hasOwn(spanMs, text) ? (text as Span) : 'day'

/** Returns the interval for counting a range: minutes up to a day. A longer range would have thousands of them. */
export const intervalOf = ({ fromMs, toMs }: TimeRange): keyof typeof intervalMs =>
  toMs - fromMs <= byMinuteMsMax ? 'minute' : 'hour'

/** Parses a range from a URL; undefined if it is invalid. */
export function readRange(from: string | undefined, to: string | undefined): TimeRange | undefined {
  const [fromMs, toMs] = [Date.parse(from ?? ''), Date.parse(to ?? '')]
  return fromMs < toMs ? { fromMs, toMs } : undefined
}

/** Returns the columns for a range. Each adds up as many intervals as it takes to have `barsMax` columns at most. */
export function barsOf(shown: TimeRange, intervals: readonly DeliveryInterval[]): Bar[] {
  const each = intervalMs[intervalOf(shown)]
  const firstMs = Math.floor(shown.fromMs / each) * each
  const count = Math.max(1, Math.ceil((shown.toMs - firstMs) / each))
  const widthMs = Math.ceil(count / barsMax) * each
  const bars = Array.from({ length: Math.ceil((count * each) / widthMs) }, (_, i) => {
    const fromMs = firstMs + i * widthMs
    return { fromMs, toMs: fromMs + widthMs, ok: 0, refused: 0, silent: 0, waiting: 0 }
  })
  for (const interval of intervals) {
    const bar = bars[Math.floor((Date.parse(interval.from) - firstMs) / widthMs)]
    if (bar === undefined) continue
    for (const answer of answers) bar[answer] += interval[answer]
  }
  return bars
}

const partsMin = 60

/** Returns the parts that can be selected: the columns, or smaller parts if the columns are too few to select a range precisely. */
export function partsOf(shown: TimeRange, bars: readonly Bar[]): readonly TimeRange[] {
  if (bars.length >= partsMin) return bars
  const partMs = Math.max(1, (shown.toMs - shown.fromMs) / partsMin)
  return Array.from({ length: Math.ceil((shown.toMs - shown.fromMs) / partMs) }, (_, i) => {
    return { fromMs: Math.round(shown.fromMs + i * partMs), toMs: Math.round(shown.fromMs + (i + 1) * partMs) }
  })
}

/** Returns the number of deliveries, whether or not a response came. */
export const deliveryCount = ({ ok, refused, silent, waiting }: Answers): number => ok + refused + silent + waiting

/** Returns the range between two positions on the timeline, whose ends are 0 and 1. Extends it to whole parts, so that it has visible ends. */
export function rangeAt(shown: TimeRange, [a, b]: readonly [number, number], parts: readonly TimeRange[]): TimeRange {
  const at = (place: number) => shown.fromMs + Math.max(0, Math.min(1, place)) * (shown.toMs - shown.fromMs)
  const [firstMs, lastMs] = [at(Math.min(a, b)), at(Math.max(a, b))]
  const touched = parts.filter(({ fromMs, toMs }) => fromMs <= lastMs && toMs > firstMs)
  const fromMs = Math.max(shown.fromMs, touched[0]?.fromMs ?? firstMs)
  return { fromMs, toMs: Math.min(shown.toMs, touched.at(-1)?.toMs ?? lastMs) }
}

/** Returns a time's position on the timeline, from 0 to 1. */
export const placeIn = ({ fromMs, toMs }: TimeRange, ms: number): number =>
  Math.max(0, Math.min(1, (ms - fromMs) / Math.max(1, toMs - fromMs)))

/** Returns how the timeline counts and colors a delivery, from its last response. */
export function answerOf(delivery: {
  status: string
  lastHttpStatus: number | null
  lastError: string | null
}): keyof Answers {
  if (delivery.status === 'succeeded') return 'ok'
  if (delivery.lastHttpStatus !== null) return 'refused'
  return delivery.lastError === null ? 'waiting' : 'silent'
}
