import { Alert } from '@mantine/core'
import { ApiError, type FieldError } from '@posthorn/sdk'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { faultOf, namedFaultOf } from './faults.ts'
import { sentenceOf } from './problem.tsx'

type Form = { error: unknown; names: Map<string, number> }

const FormContext = createContext<Form>({ error: undefined, names: new Map() })

const faultsOf = (error: unknown): readonly FieldError[] => (error instanceof ApiError ? error.errors : [])

/** Whether a field shows the errors of a path: its own, or a nested one, such as `urls.0` for `urls`. */
const isOf = (name: string, path: string) => path === name || path.startsWith(`${name}.`)

/** Provides a form's error to its fields, and shows the rest below them. */
export function FormErrors({ error, children }: { error: unknown; children: ReactNode }) {
  const { current: names } = useRef(new Map<string, number>())
  return (
    <FormContext value={{ error, names }}>
      {children}
      <FormProblem />
    </FormContext>
  )
}

/** Returns the error of a field until its value changes. Errors of nested paths belong to the field with the longest matching name. */
export function useFault(name: string | undefined, value?: unknown): string | undefined {
  const { error, names } = useContext(FormContext)
  const refused = useRef({ error, value })
  useEffect(() => {
    if (name === undefined) return
    names.set(name, (names.get(name) ?? 0) + 1)
    return () => {
      const left = (names.get(name) ?? 1) - 1
      if (left === 0) names.delete(name)
      else names.set(name, left)
    }
  }, [name, names])
  if (refused.current.error !== error) refused.current = { error, value }
  if (name === undefined || refused.current.value !== value) return undefined
  const inner = [...names.keys()].filter((other) => other !== name && isOf(name, other))
  const own = faultsOf(error).filter(({ path }) => isOf(name, path) && !inner.some((other) => isOf(other, path)))
  return own.length === 0 ? undefined : own.map((fault) => faultAt(name, fault)).join(' ')
}

/** Returns the text of an error; in a list, with the number of the item. */
function faultAt(name: string, fault: FieldError): string {
  const place = Number.parseInt(fault.path.slice(name.length + 1), 10)
  return Number.isNaN(place) ? faultOf(fault) : `${place + 1}: ${faultOf(fault)}`
}

/** Errors without a field. Moves the focus to the first invalid field. */
function FormProblem() {
  const { error, names } = useContext(FormContext)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) mark.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return <div ref={mark}>{error ? <Rest error={error} names={[...names.keys()]} /> : null}</div>
}

function Rest({ error, names }: { error: unknown; names: readonly string[] }) {
  const faults = faultsOf(error)
  const others = faults.filter(({ path }) => !names.some((name) => isOf(name, path)))
  if (faults.length > 0 && others.length === 0) return null
  return <Alert color="red">{faults.length === 0 ? sentenceOf(error) : others.map(namedFaultOf).join(' ')}</Alert>
}
