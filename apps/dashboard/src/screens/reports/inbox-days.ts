import type { StatisticsInboxAnswer } from '@posthorn/sdk'

type Inbox = Pick<StatisticsInboxAnswer, 'from' | 'to' | 'buckets'>

/** A day with its messages and questions. */
export type InboxDay = Omit<StatisticsInboxAnswer['buckets'][number], 'from'> & { name: string }

const dayMs = 86_400_000
const nothing = { in: 0, out: 0, answered: 0, unanswered: 0 }

/** Returns each day (UTC) of a range with its counts, those without any too, so that gaps are seen. */
export function inboxDaysOf({ from, to, buckets }: Inbox): InboxDay[] {
  const known = new Map(buckets.map(({ from: at, ...counts }) => [at.slice(0, 10), counts]))
  const first = Date.parse(`${from.slice(0, 10)}T00:00:00.000Z`)
  const length = Math.max(0, Math.ceil((Date.parse(to) - first) / dayMs))
  return Array.from({ length }, (_, i) => {
    const name = new Date(first + i * dayMs).toISOString().slice(0, 10)
    return { name, ...(known.get(name) ?? nothing) }
  })
}
