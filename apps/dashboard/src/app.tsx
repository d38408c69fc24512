import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { queryClient } from './api/queries.ts'
import { hasNotices, onFirstNotice } from './parts/say-problem.ts'
import { router } from './routes.tsx'
import { SignInAgain } from './session/sign-in-again.tsx'
import { theme } from './theme/theme.ts'

const Notifications = lazy(() =>
  import('@mantine/notifications').then(({ Notifications: component }) => ({ default: component })),
)

/** The whole application. */
export function App() {
  const isNoticed = useSyncExternalStore(onFirstNotice, hasNotices)
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Suspense>{isNoticed && <Notifications position="bottom-right" />}</Suspense>
        <RouterProvider router={router} />
        <SignInAgain />
      </QueryClientProvider>
    </MantineProvider>
  )
}
