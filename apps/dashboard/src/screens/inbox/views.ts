import type { Chat, ChatFilter } from '../../api/kinds.ts'
import type { IconName } from '../../parts/icon.tsx'
import type { Key } from '../../words/say.ts'

/** A view of the inbox: a filter with a name. */
export type View = { id: string; name: Key; icon: IconName; filter: ChatFilter; empty: Key }

const active: Chat['status'][] = ['open', 'pending']

/** The views of everybody. `member` is the caller; a key has none, so that it has no chats of its own. */
export function viewsOf(member: string | undefined): View[] {
  const views: View[] = [
    { id: 'all', name: 'view.all', icon: 'inbox', filter: { status: active }, empty: 'view.allEmpty' },
    {
      id: 'unread',
      name: 'view.unread',
      icon: 'bolt',
      filter: { unread: true, status: active },
      empty: 'view.unreadEmpty',
    },
    {
      id: 'unassigned',
      name: 'view.unassigned',
      icon: 'people',
      filter: { assignee: 'none', status: active },
      empty: 'view.unassignedEmpty',
    },
    {
      id: 'resolved',
      name: 'view.resolved',
      icon: 'check',
      filter: { status: ['resolved'] },
      empty: 'view.resolvedEmpty',
    },
    {
      id: 'archived',
      name: 'view.archived',
      icon: 'file',
      filter: { status: ['archived'] },
      empty: 'view.archivedEmpty',
    },
  ]
  if (member === undefined) return views
  const mine: View = {
    id: 'mine',
    name: 'view.mine',
    icon: 'person',
    filter: { assignee: member, status: active },
    empty: 'view.mineEmpty',
  }
  return [mine, ...views]
}

/** Fields of an address that narrow a view. */
export type Narrowing = { q?: string | undefined; number?: string | undefined; label?: string | undefined }

/** Returns the filter of a view, narrowed by what the address says. A search looks through all chats. */
export function narrowed(view: View, { q, number, label }: Narrowing): ChatFilter {
  const filter: ChatFilter = q === undefined ? { ...view.filter } : { search: q }
  if (number !== undefined) filter.number = number
  if (label !== undefined) filter.label = label
  return filter
}
