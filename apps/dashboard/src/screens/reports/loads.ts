import type { ChatCount, ChatFilter } from '@posthorn/sdk'

/** Open chats of a member, or with the id `none` of no one. */
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

/** Members that are counted: each takes two of the thirty filters, and no one two more. */
const membersMax = 14

const open = ['open', 'pending'] as const

/** Returns the filters that count the open and the waiting chats of each member, and of no one. */
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

/** Returns the loads that the counts say, those with the most waiting chats first. */
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

function idsOf(members: readonly Member[]): string[] {
  return ['none', ...members.slice(0, membersMax).map(({ id }) => id)]
}
