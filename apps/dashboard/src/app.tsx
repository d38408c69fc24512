import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, useEffect, useState } from 'react'
import { queryClient } from './api/api.ts'
import { onRefusal } from './api/request.ts'
import { hasNotices, Part } from './parts/problem.tsx'
import { router } from './routes.tsx'
import { isSessionOpen, useSession } from './session/session.ts'
import { rolesOfColors, theme } from './theme/theme.ts'

// Rarely shown, so it is loaded separately.
const SignInDialogs = lazy(() =>
  import('./session/sign-in.tsx').then(({ SignInDialogs: component }) => ({ default: component })),
)

/** Asks for the password in a dialog over the page, if the session has ended or an action needs it. The page and its drafts are kept. */
function SignInAgain() {
  const { isOver } = useSession()
  const [pending, setPending] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => {
    // One password confirms all actions that wait for it.
    const confirm = () =>
      new Promise<boolean>((resolve) =>
        setPending((others: typeof pending) => (isConfirmed: boolean) => {
          others?.(isConfirmed)
          resolve(isConfirmed)
        }),
      )
    onRefusal({ isSessionOpen, confirm })
  }, [])
  const settle = (isConfirmed: boolean) => {
    pending?.(isConfirmed)
    setPending(undefined)
  }
  const isNeeded = isOver || pending !== undefined
  return <Part>{isNeeded && <SignInDialogs isConfirming={pending !== undefined} onSettled={settle} />}</Part>
}

const Notifications = lazy(() =>
  import('@mantine/notifications').then(({ Notifications: component }) => ({ default: component })),
)

/** The dashboard: its theme, the pages, and what can appear over any page. Notices are loaded with the first one. */
export function App() {
  const isNoticed = hasNotices.use()
  return (
    // Only the theme's variables. Mantine's defaults are a tenth of the styles, mostly unused colors.
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
