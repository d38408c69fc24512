import type { SavedView } from '@posthorn/sdk'
import { type View } from './views.ts'

const statuses = ['open', 'pending', 'resolved', 'archived'] as const
const switches = ['unread', 'waiting', 'overdue', 'failed', 'written'] as const

export type ViewFields = {
  name: string
  shared: boolean
  statuses: (typeof statuses)[number][]
  switches: (typeof switches)[number][]
  assignee: string
  label: string
  number: string
  window: string
  sort: SavedView['sort']
}

export const viewChoices = {
  statuses,
  switches,
  windows: ['open', 'closing', 'closed'],
  sorts: ['lastMessageAt:desc', 'lastMessageAt:asc', 'waitingSince:asc', 'windowClosesAt:asc'],
} as const

/**
 * Returns the form fields for a view as the URL narrows it. In a built-in view, replaces the member's own id with `me`, so that colleagues see
 * their own chats. A saved view that names someone is about that person.
 */
export function fieldsOfView({ saved, filter }: View, narrowing: Narrowing, memberId: string | undefined): ViewFields {
  const assignee = filter.assignee?.[0] ?? ''
  return {
    name: saved?.name ?? '',
    shared: saved?.shared ?? false,
    statuses: statuses.filter((status) => filter.status?.includes(status)),
    switches: switches.filter((name) => filter[name] === true),
    assignee: saved === undefined && assignee === memberId ? 'me' : assignee,
    label: narrowing.label ?? filter.label?.[0] ?? '',
    number: narrowing.number ?? filter.number?.[0] ?? '',
    window: filter.window ?? '',
    sort: saved?.sort ?? 'lastMessageAt:desc',
  }
}

type Narrowing = { label?: string | undefined; number?: string | undefined }

/** Converts the fields to a filter. What they cannot show of the filter `before` is kept, such as further values of an unchanged list. */
export function filterOfFields(fields: ViewFields, before: SavedView['filter']): SavedView['filter'] {
  const { status: _s, assignee: _a, label: _l, number: _n, window: _w, ...kept } = before
  for (const name of switches) if (kept[name]) delete kept[name]
  return {
    ...kept,
    ...(fields.statuses.length === 0 ? {} : { status: fields.statuses }),
    ...Object.fromEntries(fields.switches.map((name) => [name, true])),
    ...(fields.assignee === '' ? {} : { assignee: listOf(fields.assignee, before.assignee) }),
    ...(fields.label === '' ? {} : { label: listOf(fields.label, before.label) }),
    ...(fields.number === '' ? {} : { number: listOf(fields.number, before.number) }),
    ...(fields.window === '' ? {} : { window: fields.window as 'open' }),
  }
}

/** Returns a list with this value: the list as it was if its first value, which the form shows, is the same. */
const listOf = (value: string, before: string[] | undefined): string[] => (before?.[0] === value ? before : [value])
