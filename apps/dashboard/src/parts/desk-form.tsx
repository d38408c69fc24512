import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import styles from './desk.module.css'
import { type CheckedOperation, FieldFaults, faultsIn } from './field-checks.ts'
import { FormErrors, type FormFields } from './form-errors.tsx'

type Props = {
  /** The operation that receives the fields. Its rules are checked before anything is sent. */
  operation?: CheckedOperation
  submitName: string
  isBusy: boolean
  onSubmit: () => void
  error: unknown
  /** Set if the fields are read-only; the form then has no button. */
  isReadOnly?: boolean
  isDisabled?: boolean
  variant?: 'filled' | 'default'
  isWide?: boolean
  more?: ReactNode
  children: ReactNode
}

/** A form that checks its operation's rules before `onSubmit`. Shows the errors of the check, or `error`, at its fields. */
export function DeskForm({ operation, submitName, isBusy, error, onSubmit, children, ...options }: Props) {
  const { isReadOnly = false, isDisabled = false, variant = 'filled', isWide = false, more } = options
  const { current: fields } = useRef<FormFields>(new Map())
  const [found, setFound] = useState<FieldFaults>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const faults = operation ? faultsIn(operation, fields) : []
    setFound(faults.length > 0 ? new FieldFaults(faults) : undefined)
    if (faults.length === 0) onSubmit()
  }
  return (
    <form className={styles.form} noValidate={operation !== undefined} onSubmit={submit}>
      <FormErrors error={found ?? error} fields={fields}>
        {children}
      </FormErrors>
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
