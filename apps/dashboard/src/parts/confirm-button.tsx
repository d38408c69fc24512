import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  name: string
  /** Consequence of the action, in a sentence. */
  text: ReactNode
  run: () => Promise<unknown>
  /** Text to type as a confirmation, and its label. */
  typed?: { text: string; label: string }
  /** False if the action deletes nothing. */
  isGrave?: boolean
  button?: ButtonProps
}

/** A button for an action that can't be undone. It asks first. */
export function ConfirmButton({ name, text, run, typed, isGrave = true, button }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" {...button} onClick={() => setOpen(true)}>
        {name}
      </Button>
      <ConfirmDialog
        {...{ name, text, run, isOpen, isGrave }}
        {...(typed ? { typed } : {})}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
