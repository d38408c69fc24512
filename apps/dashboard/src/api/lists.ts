import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** Members that chats can be assigned to. */
export const teamQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['team', workspace, 'names'],
    queryFn: async () => (await api.team.list({ size: 100 }).page()).items,
    staleTime: 5 * 60_000,
  })

export const numbersQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['numbers', workspace],
    queryFn: async () => (await api.numbers.list({ size: 100 }).page()).items,
    staleTime: 60_000,
  })

export const templatesQuery = (workspace: string, number: string) =>
  queryOptions({
    queryKey: ['templates', workspace, number],
    queryFn: async () => (await api.templates.list({ id: number, size: 50 }).page()).items,
    staleTime: 5 * 60_000,
  })

export const segmentsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['segments', workspace],
    queryFn: async ({ signal }) => (await api.segments.list({ size: 50 }, { signal }).page()).items,
  })

export const labelsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['labels', workspace],
    queryFn: async () => (await api.labels.list({ size: 100 }).page()).items,
    staleTime: 5 * 60_000,
  })

export const departmentsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['departments', workspace],
    queryFn: async ({ signal }) => (await api.departments.list({ size: 100 }, { signal }).page()).items,
  })

/** The workspace with its settings. */
export const workspaceQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['workspace', workspace],
    queryFn: ({ signal }) => api.workspace.get(undefined, { signal }),
  })
