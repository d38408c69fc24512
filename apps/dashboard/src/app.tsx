import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, useSyncExternalStore } from 'react'
import { queryClient } from './api/queries.ts'
import { Part } from './parts/part.tsx'
import { hasNotices, onFirstNotice } from './parts/say-problem.ts'
import { router } from './routes.tsx'
import { SignInAgain } from './session/sign-in-again.tsx'
import { rolesOfColors, theme } from './theme/theme.ts'

const Notifications = lazy(() =>
  import('@mantine/notifications').then(({ Notifications: component }) => ({ default: component })),
)

/** The whole application. */
export function App() {
  const isNoticed = useSyncExternalStore(onFirstNotice, hasNotices)
  return (
    // All variables come from the theme: the file of the defaults is a tenth of the styles, and most of it is colors of no use here.
    <MantineProvider
      theme={theme}
      cssVariablesResolver={rolesOfColors}
      defaultColorScheme="auto"
      deduplicateCssVariables={false}
    >
      <QueryClientProvider client={queryClient}>
        <Part>{isNoticed && <Notifications position="bottom-right" />}</Part>
        <RouterProvider router={router} />
        <SignInAgain />
      </QueryClientProvider>
    </MantineProvider>
  )
}
