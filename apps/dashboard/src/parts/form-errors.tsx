import { Alert } from '@mantine/core'
import { ApiError, type FieldError } from '@posthorn/sdk'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { FieldFaults, type FormField } from './field-checks.ts'
import { faultOf, namedFaultOf, sentenceOf } from './problem.tsx'

/** The fields of a form by API name. `uses`: how many times the field is shown. */
export type FormFields = Map<string, FormField & { uses: number }>

type Form = { error: unknown; fields: FormFields }

const FormContext = createContext<Form>({ error: undefined, fields: new Map() })

/** Returns the errors of single fields, which the API or the form's check found. */
const faultsOf = (error: unknown): readonly FieldError[] =>
  error instanceof ApiError || error instanceof FieldFaults ? error.errors : []

/** Whether a field shows the errors for a path: its own path, or a nested one, such as `urls.0` for `urls`. */
const isOf = (name: string, path: string) => path === name || path.startsWith(`${name}.`)

type ErrorsProps = { error: unknown; fields?: FormFields; children: ReactNode }

/** Passes a form's error to its fields. Below the fields, shows any errors that belong to none of them. */
export function FormErrors({ error, fields, children }: ErrorsProps) {
  const { current: own } = useRef<FormFields>(new Map())
  return (
    <FormContext value={{ error, fields: fields ?? own }}>
      {children}
      <FormProblem />
    </FormContext>
  )
}

/** Returns a field's error until its value changes. Errors for nested paths belong to the field with the longest matching name. */
export function useFault(name: string | undefined, value?: unknown, isRequired = false): string | undefined {
  const { error, fields } = useContext(FormContext)
  const refused = useRef({ error, value })
  useEffect(() => {
    if (name === undefined) return
    const { uses = 0 } = fields.get(name) ?? {}
    fields.set(name, { value, isRequired, uses: uses + 1 })
    return () => {
      const known = fields.get(name)
      if (!known || known.uses === 1) fields.delete(name)
      else known.uses -= 1
    }
  }, [name, fields])
  useEffect(() => {
    const known = name === undefined ? undefined : fields.get(name)
    if (known) Object.assign(known, { value, isRequired })
  })
  if (refused.current.error !== error) refused.current = { error, value }
  if (name === undefined || refused.current.value !== value) return undefined
  const inner = [...fields.keys()].filter((other) => other !== name && isOf(name, other))
  const own = faultsOf(error).filter(({ path }) => isOf(name, path) && !inner.some((other) => isOf(other, path)))
  return own.length === 0 ? undefined : own.map((fault) => faultAt(name, fault)).join(' ')
}

/** Returns the text of an error. In a list, the text includes the number of the item. */
function faultAt(name: string, fault: FieldError): string {
  const place = Number.parseInt(fault.path.slice(name.length + 1), 10)
  return Number.isNaN(place) ? faultOf(fault) : `${place + 1}: ${faultOf(fault)}`
}

/** Shows errors that don't belong to any field. Moves the focus to the first invalid field. */
function FormProblem() {
  const { error, fields } = useContext(FormContext)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) mark.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return <div ref={mark}>{error ? <OtherFaults error={error} names={[...fields.keys()]} /> : null}</div>
}

/** Errors that no field shows, each with its path, or the error of the whole form. */
function OtherFaults({ error, names }: { error: unknown; names: readonly string[] }) {
  const faults = faultsOf(error)
  const others = faults.filter(({ path }) => !names.some((name) => isOf(name, path)))
  if (faults.length > 0 && others.length === 0) return null
  return <Alert color="red">{faults.length === 0 ? sentenceOf(error) : others.map(namedFaultOf).join(' ')}</Alert>
}
