import type { Contact } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { PlaceLink, type Tone } from '../parts/page.tsx'
import type { Column } from '../parts/rows.tsx'
import { say } from '../words/words.ts'

export const contactColumns = (): Column<Contact>[] => [
  {
    name: say('about.name'),
    cell: ({ id, name, phone }) => (
      <PlaceLink to={`contacts/${id}`}>{name ?? phone ?? say('contact.unknown')}</PlaceLink>
    ),
  },
  { name: say('about.phone'), cell: ({ phone }) => phone, isNumber: true },
  { name: say('about.country'), cell: ({ country }) => country },
  { name: say('contact.tags'), cell: ({ tags }) => tags.join(', ') },
]

export const contactQuery = (workspaceId: string, contactId: string) =>
  queryOptions({
    queryKey: ['contacts', workspaceId, contactId],
    queryFn: ({ signal }) => api.contacts.get({ id: contactId }, { signal }),
  })

/** Tags of recently changed contacts, sorted. */
export const recentTagsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['contact-tags', workspaceId],
    queryFn: async ({ signal }) => {
      const { items } = await api.contacts.list({ sort: 'updatedAt:desc', size: 100 }, { signal }).page()
      return [...new Set(items.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b))
    },
    staleTime: 60_000,
  })

/** Returns whether a contact can be written to. Blocking matters more than opting out. */
export function statusOf({ blocked, optedOutAt }: Contact): { tone: Tone; text: string } {
  if (blocked) return { tone: 'bad', text: say('about.blocked') }
  if (optedOutAt !== null) return { tone: 'warn', text: say('contact.optedOut') }
  return { tone: 'good', text: say('contact.reachable') }
}
