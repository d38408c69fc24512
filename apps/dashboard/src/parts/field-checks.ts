import type { FieldError } from '@posthorn/sdk'
import { fieldRules } from '../generated/field-rules.ts'

/** An operation whose rules a form checks before it sends anything. */
export type CheckedOperation = keyof typeof fieldRules

type Rule = { required?: true; minLength?: number; maxLength?: number; minimum?: number; maximum?: number }

/** A field of a form: what it has, and whether the form itself needs it. */
export type FormField = { value: unknown; isRequired: boolean }

/** The faults of a form, found before it was sent. */
export class FieldFaults extends Error {
  readonly errors: readonly FieldError[]
  constructor(errors: readonly FieldError[]) {
    super('Some fields are not valid.')
    this.errors = errors
  }
}

/** Returns what the contract refuses in these fields, in the words of the API. */
export function faultsIn(operation: CheckedOperation, fields: ReadonlyMap<string, FormField>): FieldError[] {
  const rules: Readonly<Record<string, Rule>> = fieldRules[operation]
  return [...fields].flatMap(([path, { value, isRequired }]) => {
    if (typeof value !== 'string') return []
    const { required, ...rule } = rules[path] ?? {}
    const message = faultOf(value.trim(), { ...rule, ...((required || isRequired) && { required: true }) })
    return message === undefined ? [] : [{ path, code: 'field:invalid', message }]
  })
}

function faultOf(text: string, rule: Rule): string | undefined {
  const { required, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = rule
  if (text === '') return required ? 'is required' : undefined
  if (text.length < minLength) return `must have at least ${minLength} characters`
  if (text.length > maxLength) return `must have at most ${maxLength} characters`
  if (rule.minimum === undefined && rule.maximum === undefined) return undefined
  const number = Number(text)
  if (Number.isNaN(number)) return 'must be a number'
  if (number < minimum) return `must be at least ${minimum}`
  return number > maximum ? `must be at most ${maximum}` : undefined
}
