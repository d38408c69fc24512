import type { Contact } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import type { Tone } from '../parts/status.tsx'
import { say } from '../words/say.ts'

/** A contact by its id. */
export const contactQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['contacts', workspace, id], queryFn: ({ signal }) => api.contacts.get({ id }, { signal }) })

/** Tags of the contacts that changed last, in the order of the alphabet. */
export const recentTagsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['contact-tags', workspace],
    queryFn: async ({ signal }) => {
      const { items } = await api.contacts.list({ sort: 'updatedAt:desc', size: 100 }, { signal }).page()
      return [...new Set(items.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b))
    },
    staleTime: 60_000,
  })

/** Returns in a word if a contact gets messages: blocked ones none, those who opted out none that they did not ask for. */
export function statusOf({ blocked, optedOutAt }: Contact): { tone: Tone; text: string } {
  if (blocked) return { tone: 'bad', text: say('about.blocked') }
  if (optedOutAt !== null) return { tone: 'warn', text: say('contact.optedOut') }
  return { tone: 'good', text: say('contact.reachable') }
}
