import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** Reads all pages of a list. */
export async function itemsOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

/** Members that chats can be assigned to. */
export const teamQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'names'],
    queryFn: () => itemsOf(api.team.list({ size: 100 })),
    staleTime: 5 * 60_000,
  })

export const numbersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['numbers', workspace],
    queryFn: () => itemsOf(api.numbers.list({ size: 100 })),
    staleTime: 60_000,
  })

export const templatesQuery = (workspace: string, numberId: string) =>
  queryOptions({
    queryKey: ['templates', workspace, numberId],
    queryFn: () => itemsOf(api.templates.list({ id: numberId, size: 50 })),
    staleTime: 5 * 60_000,
  })

export const segmentsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['segments', workspace],
    queryFn: ({ signal }) => itemsOf(api.segments.list({ size: 50 }, { signal })),
  })

export const labelsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['labels', workspace],
    queryFn: () => itemsOf(api.labels.list({ size: 100 })),
    staleTime: 5 * 60_000,
  })

export const departmentsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['departments', workspace],
    queryFn: ({ signal }) => itemsOf(api.departments.list({ size: 100 }, { signal })),
  })

/** The workspace with its settings. */
export const workspaceQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['workspace', workspace],
    queryFn: ({ signal }) => api.workspace.get(undefined, { signal }),
  })
