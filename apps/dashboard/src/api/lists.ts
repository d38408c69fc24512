import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** Reads all pages of a list. */
export async function itemsOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

/** Members that chats can be assigned to. */
export const teamQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['team', workspaceId, 'names'],
    queryFn: () => itemsOf(api.team.list({ size: 100 })),
    staleTime: 5 * 60_000,
  })

export const numbersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['numbers', workspaceId],
    queryFn: () => itemsOf(api.numbers.list({ size: 100 })),
    staleTime: 60_000,
  })

export const templatesQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['templates', workspaceId, numberId],
    queryFn: () => itemsOf(api.templates.list({ id: numberId, size: 50 })),
    staleTime: 5 * 60_000,
  })

export const segmentsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['segments', workspaceId],
    queryFn: ({ signal }) => itemsOf(api.segments.list({ size: 50 }, { signal })),
  })

export const labelsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['labels', workspaceId],
    queryFn: () => itemsOf(api.labels.list({ size: 100 })),
    staleTime: 5 * 60_000,
  })

export const departmentsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['departments', workspaceId],
    queryFn: ({ signal }) => itemsOf(api.departments.list({ size: 100 }, { signal })),
  })

/** The workspace with its settings. */
export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId],
    queryFn: ({ signal }) => api.workspace.get(undefined, { signal }),
  })
