import { Alert } from '@mantine/core'
import { ApiError, type FieldError } from '@posthorn/sdk'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { faultOf, namedFaultOf } from './faults.ts'
import { sentenceOf } from './problem.tsx'

type Form = { error: unknown; names: Map<string, number> }

const FormContext = createContext<Form>({ error: undefined, names: new Map() })

const faultsOf = (error: unknown): readonly FieldError[] => (error instanceof ApiError ? error.errors : [])

/** Returns true where a field with this name shows the faults of a path: its own, or one within it, such as `urls.0` within `urls`. */
const isOf = (name: string, path: string) => path === name || path.startsWith(`${name}.`)

/** The error of a form around its fields: each fault is shown at its field, and what belongs to no field below them. */
export function FormErrors({ error, children }: { error: unknown; children: ReactNode }) {
  const { current: names } = useRef(new Map<string, number>())
  return (
    <FormContext value={{ error, names }}>
      {children}
      <FormProblem />
    </FormContext>
  )
}

/**
 * Returns what is wrong with the field of this name, until its value changes. The name is that of the API. Faults of a nested path belong
 * to the field with the longest name that leads to it.
 */
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

/** Returns a fault as its field shows it. In a list, the number of the entry comes first. */
function faultAt(name: string, fault: FieldError): string {
  const place = Number.parseInt(fault.path.slice(name.length + 1), 10)
  return Number.isNaN(place) ? faultOf(fault) : `${place + 1}: ${faultOf(fault)}`
}

/** The part of an error that belongs to no field. Moves the focus to the first faulty field. */
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
