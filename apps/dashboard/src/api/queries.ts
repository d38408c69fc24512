import { QueryClient } from '@tanstack/react-query'

/** Keeps answers in memory only. The client of the API repeats what may succeed later, so nothing is repeated here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 20_000, gcTime: 10 * 60_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
