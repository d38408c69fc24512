import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  name: string
  /** Consequence of the action, as a sentence. */
  text: ReactNode
  run: () => Promise<unknown>
  /** Text that the person must type to confirm, and the label of its field. */
  typed?: { text: string; label: string }
  /** False if the action deletes nothing. */
  isGrave?: boolean
  button?: ButtonProps
}

/** Button for an action whose consequences the person should know. Asks for confirmation first. */
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
