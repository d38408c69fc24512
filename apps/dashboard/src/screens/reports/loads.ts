import type { ChatCount, ChatFilter } from '@posthorn/sdk'

/** A member's open chats; `none`: unassigned ones. */
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

/** Members that are counted: each uses two of the thirty filters, and unassigned chats two more. */
const membersMax = 14

const open = ['open', 'pending'] as const

/** Returns filters that count open and waiting chats of each member, and unassigned ones. */
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

function idsOf(members: readonly Member[]): string[] {
  return ['none', ...members.slice(0, membersMax).map(({ id }) => id)]
}
