import { ApiError, ConnectionError } from '@posthorn/sdk'
import { infiniteQueryOptions, QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { sayDone, sayProblem } from '../parts/problem.tsx'
import type { Page } from './kinds.ts'

/** Milliseconds before a failed query is retried. */
export const retryPauseMs = 2_000

/** Whether the error is temporary, so that the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)

/**
 * Returns the number of milliseconds until a failed query is retried, for `refetchInterval`; false if it didn't fail, or would fail again.
 */
export const untilRead = ({ state }: { state: { error: unknown } }): number | false =>
  isPassing(state.error) ? retryPauseMs : false

/** Caches responses in memory only. Retries failed queries that are on the screen until the server responds. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 20_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      refetchInterval: untilRead,
    },
    mutations: { retry: false },
  },
})

type Read<T> = (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page<T>>

/** Query options for a list that is read page by page. `read` returns the page at a cursor. */
export const paged = <T>(queryKey: QueryKey, read: Read<T>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === undefined ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })

type Options<I, O> = {
  run: (input: I) => Promise<O>
  /** Keys of the queries that the action affects. */
  changes: readonly QueryKey[]
  done?: (output: O) => string
  /** Set if a form shows the error next to its fields. */
  isOfForm?: boolean
  /** Actions with the same name run one after another. */
  inOrder?: string
}

/** Runs an action, refetches what it changes, and shows an error if it fails. */
export function useAction<I, O>({ run, changes, done, isOfForm = false, inOrder }: Options<I, O>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: run,
    ...(inOrder === undefined ? {} : { scope: { id: inOrder } }),
    onSuccess: async (output) => {
      if (done) sayDone(done(output))
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    onError: (error) => (isOfForm ? undefined : sayProblem(error)),
  })
}
