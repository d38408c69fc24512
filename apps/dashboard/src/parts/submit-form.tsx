import { Alert, Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'

type Props = {
  submitName: string
  isBusy: boolean
  error?: string | undefined
  onSubmit: () => void
  children: ReactNode
}

/** A form with one button: its fields, what was wrong, and the button. */
export function SubmitForm({ submitName, isBusy, error, onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {error && <Alert color="red">{error}</Alert>}
        <Button type="submit" loading={isBusy} fullWidth>
          {submitName}
        </Button>
      </Stack>
    </form>
  )
}
