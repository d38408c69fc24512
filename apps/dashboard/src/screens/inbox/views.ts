import type { Chat, SavedView } from '@posthorn/sdk'
import type { ChatFilter } from '../../api/api.ts'
import type { IconName } from '../../parts/icon.tsx'
import { type Key, say } from '../../words/words.ts'

export type View = { id: string; name?: Key; icon: IconName; filter: ChatFilter; empty: Key; saved?: SavedView }

const active: Chat['status'][] = ['open', 'pending']

const builtIn: View[] = [
  {
    id: 'all',
    name: 'view.all',
    icon: 'inbox',
    filter: { status: active, written: true, snoozed: false },
    empty: 'view.allEmpty',
  },
  {
    id: 'unread',
    name: 'view.unread',
    icon: 'bolt',
    filter: { unread: true, status: active },
    empty: 'view.unreadEmpty',
  },
  {
    id: 'waiting',
    name: 'view.waiting',
    icon: 'clock',
    filter: { status: active, waiting: true, snoozed: false },
    empty: 'view.waitingEmpty',
  },
  {
    id: 'unassigned',
    name: 'view.unassigned',
    icon: 'people',
    filter: { assignee: ['none'], status: active, written: true, snoozed: false },
    empty: 'view.unassignedEmpty',
  },
  { id: 'failed', name: 'view.failed', icon: 'warning', filter: { failed: true }, empty: 'view.failedEmpty' },
  { id: 'snoozed', name: 'view.snoozed', icon: 'snooze', filter: { snoozed: true }, empty: 'view.snoozedEmpty' },
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

/** Returns the caller's built-in views. An API key has no member id and no assigned chats. */
export function viewsOf(memberId: string | undefined): View[] {
  if (memberId === undefined) return builtIn
  const mine: View = {
    id: 'mine',
    name: 'view.mine',
    icon: 'person',
    filter: { assignee: [memberId], status: active },
    empty: 'view.mineEmpty',
  }
  return [mine, ...builtIn]
}

/** Returns a saved view in the form of the built-in ones. The icon shows whether colleagues share it. */
export function savedViewOf(saved: SavedView): View {
  const { id, shared, filter } = saved
  return { id, icon: shared ? 'groups' : 'lines', filter, empty: 'inbox.noneFound', saved }
}

/** Returns a view's name. Built-in views are named in the person's language. */
export const nameOfView = ({ name, saved }: View): string => (name === undefined ? (saved?.name ?? '') : say(name))

/** Whether the URL names a saved view, which may not be loaded yet. */
export const isSavedId = (id: string | undefined): boolean => id?.startsWith('view_') ?? false

/** Fields of the URL that narrow a view. */
export type Narrowing = { q?: string | undefined; number?: string | undefined; label?: string | undefined }

/** Returns a view's filter with the URL's number and label in place of the view's own. A search covers all chats. */
export function narrowed(view: View, { q, number, label }: Narrowing): ChatFilter {
  const filter: ChatFilter = q === undefined ? { ...view.filter } : { search: q }
  if (number !== undefined) filter.number = [number]
  if (label !== undefined) filter.label = [label]
  return filter
}
