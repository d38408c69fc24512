import { ApiError, ConnectionError } from '@posthorn/sdk'
import { QueryClient } from '@tanstack/react-query'

/** Pause in milliseconds before a page asks again for what it could not get. */
export const retryPauseMs = 2_000

/** Tests if the same request may succeed without anyone doing anything. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)

/** Returns when to read again what could not be read, for the `refetchInterval` of a query. */
export const untilRead = ({ state }: { state: { error: unknown } }): number | false =>
  isPassing(state.error) ? retryPauseMs : false

/** Keeps answers in memory only. What is on the screen and could not be read is read again until the server answers. */
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
