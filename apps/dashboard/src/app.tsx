import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { onRefusal } from './api/client.ts'
import { queryClient } from './api/queries.ts'
import { Part } from './parts/part.tsx'
import { hasNotices, onFirstNotice } from './parts/say-problem.ts'
import { router } from './routes.tsx'
import { markSessionOver, useSession } from './session/session.ts'
import { rolesOfColors, theme } from './theme/theme.ts'

// Seldom shown, and a part of what an inbox would load first.
const SignInDialogs = lazy(() =>
  import('./session/sign-in-dialogs.tsx').then(({ SignInDialogs: component }) => ({ default: component })),
)

/** Asks for the password over the page: when the session is over, and before actions that need it. The page and its drafts stay. */
function SignInAgain() {
  const { isOver } = useSession()
  const [pending, setPending] = useState<(isConfirmed: boolean) => void>()
  useEffect(() => {
    const confirm = () => new Promise<boolean>((resolve) => setPending(() => resolve))
    onRefusal({ sessionOver: markSessionOver, confirm })
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
