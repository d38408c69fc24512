import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from './api/queries.ts'
import { router } from './routes.tsx'
import { SignInAgain } from './session/sign-in-again.tsx'
import { theme } from './theme/theme.ts'

/** The whole application. */
export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
        <SignInAgain />
      </QueryClientProvider>
    </MantineProvider>
  )
}
