import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { onLiveEvent } from '../../../live/live.ts'
import { type LogEvent, placeOf } from './log-event.ts'

/** Sorted events of a chat, and whether there may be more before or after them. */
type LogPage = { events: LogEvent[]; hasEarlier: boolean; hasLater: boolean }

/** Position of a page: the events before or after a sequence. */
type PagePlace = { before: number } | { after: number }

const size = 100
/** Number of events to prefetch around the selected one, so that stepping through them doesn't have to wait. */
const prefetched = 20

/** Reads a page of a chat's events. Returns them in ascending order, in either direction. */
async function readPage(chatId: string, place: PagePlace, signal: AbortSignal): Promise<LogPage> {
  const isBefore = 'before' in place
  const found = await api.events.list({ chat: chatId, ...place, order: isBefore ? 'desc' : 'asc', size }, { signal })
  const events = found as unknown as LogEvent[]
  const isFull = events.length === size
  if (!isBefore) return { events, hasEarlier: true, hasLater: isFull }
  return { events: events.toReversed(), hasEarlier: isFull, hasLater: true }
}

const eventsIn = (pages: readonly LogPage[]) => pages.flatMap(({ events }) => events)

/**
 * A chat's log, read in both directions from the sequence `around`. Events don't change, so none is read again. The log isn't kept after it
 * is closed, because the next one starts elsewhere.
 */
const logQuery = (workspaceId: string, chatId: string, around: number) =>
  infiniteQueryOptions({
    queryKey: ['history', workspaceId, chatId, around],
    queryFn: ({ pageParam, signal }) => readPage(chatId, pageParam, signal),
    initialPageParam: { before: around + 1 } as PagePlace,
    // There is always a next page, because the newest event is only the newest so far.
    getNextPageParam: (_, pages): PagePlace => ({ after: eventsIn(pages).at(-1)?.sequence ?? around }),
    getPreviousPageParam: (first, pages): PagePlace | undefined =>
      first.hasEarlier ? { before: eventsIn(pages)[0]?.sequence ?? around } : undefined,
    select: ({ pages }: InfiniteData<LogPage>) => ({
      events: eventsIn(pages),
      hasEarlier: pages[0]?.hasEarlier ?? false,
      hasLater: pages.at(-1)?.hasLater ?? false,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/**
 * Reads a chat's log around an event, and follows new events. `at` is the sequence of the selected event: if it changes, the log is read on
 * from the first one.
 */
export function useChatLog(workspaceId: string, chatId: string, at: number) {
  const [around] = useState(at)
  const query = useInfiniteQuery(logQuery(workspaceId, chatId, around))
  const { data, fetchNextPage, fetchPreviousPage, isFetching } = query
  const { events = [], hasEarlier = false, hasLater = false } = data ?? {}
  const place = placeOf(events, at)
  useEffect(() => {
    if (data === undefined || isFetching) return
    if (hasLater && place > events.length - prefetched) void fetchNextPage()
    else if (hasEarlier && place < prefetched) void fetchPreviousPage()
  }, [data, isFetching, hasEarlier, hasLater, place, events.length, fetchNextPage, fetchPreviousPage])
  useEffect(
    () =>
      onLiveEvent(({ data: { id, chat: of } }) => {
        if (!hasLater && (id === chatId || of === chatId)) void fetchNextPage()
      }),
    [chatId, hasLater, fetchNextPage],
  )
  return { ...query, events, hasEarlier, place }
}
