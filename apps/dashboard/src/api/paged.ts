import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { Page } from './kinds.ts'

type Read<T> = (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page<T>>

/** A list that is read page by page; `read` returns the page at a cursor. */
export const paged = <T>(queryKey: QueryKey, read: Read<T>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === undefined ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
