import {
  type ChatFilter as ApiChatFilter,
  ApiError,
  type Chat,
  type Notification,
  Posthorn,
  type Template,
} from '@posthorn/sdk'
import { infiniteQueryOptions, notifyManager, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorOfKeyed, isPassing } from '../parts/problem.tsx'
import { chatInLists } from './known-chats.ts'
import { request, timeoutMs } from './request.ts'

export type ChatFilter = ApiChatFilter & { search?: string }

/** A page of a list. `next`: cursor of the next page; undefined on the last one. */
export type Page<T> = { items: T[]; next: string | undefined }

export const api = new Posthorn({
  token: 'replaced below',
  url: location.origin,
  retries: 2,
  timeoutMs,
  fetch: (input, init) => request(input instanceof Request ? input.url : String(input), init),
})

/** Milliseconds before a failed query is retried. */
export const retryPauseMs = 2_000

/** Differs by page, so that pages that were asked for the same pause are not back together. Constant, because a change restarts the timer. */
const ownShare = Math.random()

type Interval = number | false

/**
 * Returns a `refetchInterval`: after these milliseconds, or `false` to read once. A query that failed for now is read again after a pause, or
 * later if the server asked for that; one that would fail again isn't.
 */
export const poll =
  (interval: Interval) =>
  ({ state: { error } }: { state: { error: Error | null } }): Interval => {
    if (error === null) return interval
    const askedMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
    return isPassing(error) && Math.max(retryPauseMs, askedMs + retryPauseMs * ownShare)
  }

/** Milliseconds for which a screen that opens uses what was read before, without reading it again. */
const freshMs = 20_000

// By default, the page learns only in a later task that an action runs. A second Enter could come before, and run it again.
notifyManager.setScheduler(queueMicrotask)

/** Caches responses in memory only. A query on the screen that failed for now is read again until it succeeds. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: freshMs,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchInterval: poll(false),
    },
    // Offline, a change fails at once. Otherwise it would wait unseen, and run later although the person gave up on it.
    mutations: { retry: false, networkMode: 'always' },
  },
})

type ReadPage<T> = (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page<T>>

/**
 * Query options for a list that is read page by page: its data are the items of all pages so far. `read` returns the page at a cursor.
 * `interval`: milliseconds until the list is read again, or `false` to read it once.
 */
export const paged = <T>(queryKey: QueryKey, read: ReadPage<T>, interval: Interval = false) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === undefined ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: poll(interval),
  })

/** Replaces a file in JSON with what tells it from others: as JSON, all files are the same. */
const fileFacts = (_name: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

type Keyed<I, O> = (input: I, options: { idempotencyKey: string }) => Promise<O>

/**
 * Returns a function that sends a request with an idempotency key for its content: repeating it after a lost response does it once, and the
 * error says so. `isRepeatable`: after a response, the same content gets another key. Not for a form that closes then, because a second
 * click can come before that.
 */
export function useKeyed<I, O>(send: Keyed<I, O>, isRepeatable = false): (input: I) => Promise<O> {
  const { current: keys } = useRef(new Map<string, string>())
  return async (input) => {
    const content = JSON.stringify(input, fileFacts)
    const idempotencyKey = keys.get(content) ?? crypto.randomUUID()
    keys.set(content, idempotencyKey)
    const output = await send(input, { idempotencyKey }).catch((error: Error) => Promise.reject(errorOfKeyed(error)))
    if (isRepeatable) keys.delete(content)
    return output
  }
}

/** Reads all pages of a list. */
export async function itemsOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

/** All members. Someone who is disabled can still have chats. */
export const teamQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['team', workspaceId, 'names'],
    queryFn: () => itemsOf(api.team.list({ size: 100 })),
    staleTime: 5 * 60_000,
  })

type ReadOne<T> = (input: { id: string }, options: { signal: AbortSignal }) => Promise<T>

/** Query options for what `read` returns about one item of a workspace. `part`: what it is about, if not the item itself. */
export const itemQuery =
  <T>(noun: string, read: ReadOne<T>, ...part: string[]) =>
  (workspaceId: string, id: string) =>
    queryOptions({ queryKey: [noun, workspaceId, id, ...part], queryFn: ({ signal }) => read({ id }, { signal }) })

type ReadAll<T> = (options: { signal: AbortSignal }) => AsyncIterable<T>

/** Query options for a whole list of a workspace. */
const listQuery =
  <T>(noun: string, read: ReadAll<T>, staleTime = freshMs) =>
  (workspaceId: string) =>
    queryOptions({ queryKey: [noun, workspaceId], queryFn: ({ signal }) => itemsOf(read({ signal })), staleTime })

export const numbersQuery = listQuery('numbers', (options) => api.numbers.list({ size: 100 }, options), 60_000)
export const labelsQuery = listQuery('labels', (options) => api.labels.list({ size: 100 }, options), 5 * 60_000)
export const segmentsQuery = listQuery('segments', (options) => api.segments.list({ size: 50 }, options))
export const departmentsQuery = listQuery('departments', (options) => api.departments.list({ size: 100 }, options))
export const repliesQuery = listQuery('replies', (options) => api.replies.list({ size: 100 }, options))
export const webhooksQuery = listQuery('webhooks', (options) => api.webhooks.list({ size: 100 }, options))
export const channelsQuery = listQuery('channels', (options) => api.channels.list({ size: 100 }, options))

/** All templates of a number, whatever their status. */
export const templatesQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['templates', workspaceId, numberId],
    queryFn: () => itemsOf(api.templates.list({ id: numberId, size: 50 })),
    staleTime: 5 * 60_000,
  })

/** Whether the provider sends a template. */
export const isApproved = ({ status }: Template): boolean => status.toUpperCase() === 'APPROVED'

export const workspaceQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId],
    queryFn: ({ signal }) => api.workspace.get(undefined, { signal }),
  })

/** The contacts that changed last, whose tags and custom fields are suggested: the API has no list of all of these. */
export const recentContactsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['recent-contacts', workspaceId],
    queryFn: async ({ signal }) =>
      (await api.contacts.list({ sort: 'updatedAt:desc', size: 100 }, { signal }).page()).items,
    staleTime: 60_000,
  })

/** A chat. It is known at once if a list contains it, and read again if the list is old. */
export const chatQuery = (workspaceId: string, chatId: string) =>
  queryOptions({
    queryKey: ['chat', workspaceId, chatId],
    queryFn: async ({ signal }): Promise<Chat> => api.chats.get({ id: chatId }, { signal }),
    initialData: () => chatInLists(queryClient, workspaceId, chatId)?.chat,
    initialDataUpdatedAt: () => chatInLists(queryClient, workspaceId, chatId)?.at,
  })

/** Above this count, the badge shows "and more". */
export const unreadMax = 99

/** The stream reports changes. This poll finds changes whose report was lost. */
const unreadPollMs = 60_000

/** The unread notifications, up to one more than the badge counts. Also read while the tab is hidden, because alerts depend on them. */
export const unreadQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['notifications', workspaceId, 'unread'],
    queryFn: async ({ signal }) =>
      (await api.notifications.list({ unread: true, size: unreadMax + 1 }, { signal }).page()).items,
    refetchInterval: poll(unreadPollMs),
    refetchIntervalInBackground: true,
  })

export const notificationsQuery = (workspaceId: string, isUnreadOnly: boolean) =>
  paged<Notification>(['notifications', workspaceId, 'list', isUnreadOnly], (cursor, options) =>
    api.notifications.list({ size: 50, ...(isUnreadOnly ? { unread: true } : {}), ...cursor }, options).page(),
  )
