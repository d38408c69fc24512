import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  name: string
  /** Consequence of the action, in a sentence. */
  text: ReactNode
  run: () => Promise<unknown>
  /** Text that has to be typed first, and the label that asks for it. */
  typed?: { text: string; label: string }
  /** False where the action takes nothing away. */
  isGrave?: boolean
  button?: ButtonProps
}

/** A button for what cannot be taken back: it says first what will happen. */
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
