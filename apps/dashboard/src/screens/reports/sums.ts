import { dateIn, localMs, utcMs } from '@posthorn/contracts/local-time'
import type { ChatCount, ChatFilter, StatisticsAnswersAnswer, StatisticsUsageAnswer } from '@posthorn/sdk'

/** Daily counts. The API omits empty days. */
type CountsOfRange<Counts> = { from: string; to: string; buckets: readonly (Counts & { from: string })[] }

export type Period = { from: string; to: string }

const dayMs = 86_400_000

/** Returns the hour of a moment in a time zone: `localMs` returns the local time as if it were UTC. */
const hourIn = (timeZone: string, at: string): number => new Date(localMs(timeZone, Date.parse(at))).getUTCHours()

/**
 * Returns the last `days` days, including today so far, and an equally long period that starts the same number of days earlier. Thus a day
 * that isn't over is compared with the same part of a day.
 */
export function periodsOf(days: number, timeZone: string, now: number): { now: Period; before: Period } {
  const today = Date.parse(dateIn(timeZone, now))
  const firstAt = utcMs(timeZone, today - (days - 1) * dayMs)
  const beforeAt = utcMs(timeZone, today - (2 * days - 1) * dayMs)
  const period = (from: number) => ({
    from: new Date(from).toISOString(),
    to: new Date(from + now - firstAt).toISOString(),
  })
  return { now: period(firstAt), before: period(beforeAt) }
}

/** Returns the dates of a period in a time zone. The moment `to` isn't part of the period. */
function datesOf({ from, to }: Period, timeZone: string): string[] {
  const first = Date.parse(dateIn(timeZone, Date.parse(from)))
  const last = Date.parse(dateIn(timeZone, Date.parse(to) - 1))
  const length = Math.max(0, (last - first) / dayMs + 1)
  return Array.from({ length }, (_, i) => new Date(first + i * dayMs).toISOString().slice(0, 10))
}

/** Returns the counts of each day in a range, with `empty` for a day that the API omitted, so that a chart has a place for it. */
export function daysOf<Counts extends object>(
  range: CountsOfRange<Counts>,
  timeZone: string,
  empty: Counts,
): (Counts & { name: string })[] {
  const known = new Map(range.buckets.map((each) => [dateIn(timeZone, Date.parse(each.from)), each]))
  return datesOf(range, timeZone).map((name) => ({ ...empty, ...known.get(name), name }))
}

export type InOut = { in: number; out: number }

type Row = StatisticsUsageAnswer['days'][number]

/** Adds up the messages of rows with the same key, such as their day. */
export function sumsBy(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, InOut> {
  const sums = new Map<string, InOut>()
  for (const row of rows) {
    const known = sums.get(keyOf(row)) ?? { in: 0, out: 0 }
    sums.set(keyOf(row), { in: known.in + row.in, out: known.out + row.out })
  }
  return sums
}

/** Returns the message counts for each day, including empty days. `timeZone`: the one that `days` were requested in. `name`: the date. */
export function messagesByDay(
  { from, to, days }: StatisticsUsageAnswer,
  timeZone: string,
): (InOut & { name: string })[] {
  const sums = sumsBy(days, ({ day }) => day)
  return datesOf({ from, to }, timeZone).map((name) => ({ name, ...(sums.get(name) ?? { in: 0, out: 0 }) }))
}

/** Returns the growth of a figure as a share of the earlier one; null if there is nothing to compare with. */
export const growth = (now: number | null, before: number | null | undefined): number | null =>
  now === null || !before ? null : now / before - 1

type Bucket = Pick<StatisticsAnswersAnswer['buckets'][number], 'from' | 'in' | 'out'>

/** Adds up the messages in each hour of the day, in a time zone, over all days. */
export function hoursOf(buckets: readonly Bucket[], timeZone: string): (InOut & { name: string })[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    name: `${String(hour).padStart(2, '0')}:00`,
    in: 0,
    out: 0,
  }))
  for (const { from, in: incoming, out } of buckets) {
    const hour = hours[hourIn(timeZone, from)]
    if (hour === undefined) continue
    hour.in += incoming
    hour.out += out
  }
  return hours
}

/** A member's open chats. `none`: chats that are unassigned. */
export type Workload = {
  id: string
  name: string | undefined
  open: number
  more: boolean
  unread: number
  waiting: number
  moreWaiting: boolean
  oldestAt: string | null
}

type Member = { id: string; name: string }

/** Maximum number of filters that the API takes in a request. */
const filtersMax = 30

const openStatuses = ['open', 'pending'] as const

/**
 * Returns the filters that count each member's open and waiting chats, and the unassigned ones, like the views of the inbox. Each element
 * is for one request, because a large team needs several.
 */
export function workloadFilters(members: readonly Member[]): Record<string, ChatFilter>[] {
  const filters = idsOf(members).flatMap((id): [string, ChatFilter][] => {
    const filter = { assignee: [id], status: [...openStatuses], snoozed: false, written: true }
    return [
      [id, filter],
      [`${id}-waiting`, { ...filter, waiting: true }],
    ]
  })
  return Array.from({ length: Math.ceil(filters.length / filtersMax) }, (_, i) =>
    Object.fromEntries(filters.slice(i * filtersMax, (i + 1) * filtersMax)),
  )
}

/** Returns the workloads, most waiting chats first, because those customers need someone. */
export function workloadsOf(members: readonly Member[], counts: Record<string, ChatCount>): Workload[] {
  const workloads = idsOf(members).flatMap((id): Workload[] => {
    const [all, waiting] = [counts[id], counts[`${id}-waiting`]]
    if (all === undefined || waiting === undefined) return []
    const name = members.find((member) => member.id === id)?.name
    const { total, more, unread } = all
    const { total: waitingCount, more: moreWaiting, oldestWaitingAt: oldestAt } = waiting
    return [{ id, name, open: total, more, unread, waiting: waitingCount, moreWaiting, oldestAt }]
  })
  return workloads.toSorted((a, b) => b.waiting - a.waiting || b.open - a.open)
}

/** Returns whose chats are counted: `none` for unassigned chats, and each member. */
const idsOf = (members: readonly Member[]): string[] => ['none', ...members.map(({ id }) => id)]
