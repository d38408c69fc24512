import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import styles from './desk.module.css'
import { FormErrors } from './form-errors.tsx'

type Props = {
  submitName: string
  isBusy: boolean
  onSubmit: () => void
  error: unknown
  /** Set if the fields are read-only; the form then has no button. */
  isReadOnly?: boolean
  isDisabled?: boolean
  variant?: 'filled' | 'default'
  /** Set if the button is as wide as the fields. */
  isWide?: boolean
  more?: ReactNode
  children: ReactNode
}

/** A form with its errors and its submit button. */
export function DeskForm({ submitName, isBusy, error, onSubmit, children, ...options }: Props) {
  const { isReadOnly = false, isDisabled = false, variant = 'filled', isWide = false, more } = options
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <FormErrors error={error}>{children}</FormErrors>
      {!isReadOnly && (
        <div className={styles.formFoot}>
          <Button type="submit" variant={variant} loading={isBusy} disabled={isDisabled} fullWidth={isWide}>
            {submitName}
          </Button>
          {more}
        </div>
      )}
    </form>
  )
}
