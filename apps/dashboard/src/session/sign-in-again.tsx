import { lazy, useEffect, useState } from 'react'
import { onRefusal } from '../api/client.ts'
import { Part } from '../parts/part.tsx'
import { markSessionOver, useSession } from './session.ts'

// Seldom shown, and a part of what an inbox would load first.
const SignInDialogs = lazy(() =>
  import('./sign-in-dialogs.tsx').then(({ SignInDialogs: component }) => ({ default: component })),
)

/** Asks for the password over the page: when the session is over, and before actions that need it. The page and its drafts stay. */
export function SignInAgain() {
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
