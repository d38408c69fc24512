import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

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
