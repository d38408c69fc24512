import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { FormErrors } from './form-errors.tsx'

type Props = {
  submitName: string
  isBusy: boolean
  error: unknown
  foot?: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** A form with its errors and one button. */
export function SubmitForm({ submitName, isBusy, error, onSubmit, children, foot }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormErrors error={error}>{children}</FormErrors>
        <Button type="submit" loading={isBusy} fullWidth>
          {submitName}
        </Button>
        {foot}
      </Stack>
    </form>
  )
}
