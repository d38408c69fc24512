import { ApiError, ConnectionError } from '@posthorn/sdk'
import { QueryClient } from '@tanstack/react-query'

/** Milliseconds before a failed query is repeated. */
export const retryPauseMs = 2_000

/** Whether the same request may succeed later without a change. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)

/** Returns when to repeat a failed query, for `refetchInterval`. */
export const untilRead = ({ state }: { state: { error: unknown } }): number | false =>
  isPassing(state.error) ? retryPauseMs : false

/** Keeps responses in memory only. A failed query on the screen is repeated until the server responds. */
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
