import type { ChatCount, ChatFilter, StatisticsAnswersAnswer, StatisticsUsageAnswer } from '@posthorn/sdk'
import { datesOf, hourIn } from './days.ts'

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

/** Returns the message counts for each day, including empty days. */
export function messagesByDay(
  { from, to, days }: StatisticsUsageAnswer,
  timeZone: string,
): (InOut & { name: string })[] {
  const sums = sumsBy(days, ({ day }) => day)
  return datesOf({ from, to }, timeZone).map((name) => ({ name, ...(sums.get(name) ?? { in: 0, out: 0 }) }))
}

/** Returns the growth of a figure as a share of the earlier one; null if there is nothing to compare with. */
export function growth(now: number | null, before: number | null | undefined): number | null {
  return now === null || !before ? null : now / before - 1
}

/** Returns names with their counts, most frequent first. */
export function ranked(counts: Readonly<Record<string, number>>): { name: string; count: number }[] {
  const all = Object.entries(counts).map(([name, count]) => ({ name, count }))
  return all.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

type Bucket = Pick<StatisticsAnswersAnswer['buckets'][number], 'from' | 'in' | 'out'>

/** Returns the number of messages in each hour of the day, in a time zone. */
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
export type Load = {
  id: string
  name: string | undefined
  open: number
  more: boolean
  unread: number
  waiting: number
  oldestAt: string | null
}

type Member = { id: string; name: string }

/** Maximum number of members to count. Each takes two of the thirty filters, and unassigned chats take two more. */
const membersMax = 14

const open = ['open', 'pending'] as const

/** Returns the filters that count each member's open and waiting chats, and the unassigned chats. */
export function loadFilters(members: readonly Member[]): Record<string, ChatFilter> {
  const filters = idsOf(members).flatMap((id): [string, ChatFilter][] => {
    const filter = { assignee: [id], status: [...open], snoozed: false, written: true }
    return [
      [id, filter],
      [`${id}-waiting`, { ...filter, waiting: true }],
    ]
  })
  return Object.fromEntries(filters)
}

/** Returns the loads, most waiting chats first. */
export function loadsOf(members: readonly Member[], counts: Record<string, ChatCount>): Load[] {
  const loads = idsOf(members).flatMap((id): Load[] => {
    const [all, waiting] = [counts[id], counts[`${id}-waiting`]]
    if (all === undefined || waiting === undefined) return []
    const name = members.find((member) => member.id === id)?.name
    const { total, more, unread } = all
    return [{ id, name, open: total, more, unread, waiting: waiting.total, oldestAt: waiting.oldestWaitingAt }]
  })
  return loads.toSorted((a, b) => b.waiting - a.waiting || b.open - a.open)
}

/** Returns whose chats are counted: `none` for unassigned chats, and as many members as fit into a request. */
function idsOf(members: readonly Member[]): string[] {
  return ['none', ...members.slice(0, membersMax).map(({ id }) => id)]
}
