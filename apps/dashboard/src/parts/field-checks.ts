import type { FieldError } from '@posthorn/sdk'
import { fieldRules } from '../generated/field-rules.ts'

export type CheckedOperation = keyof typeof fieldRules

type Rule = { required?: true; minLength?: number; maxLength?: number; minimum?: number; maximum?: number }

/** A form field: its value, and whether the form itself requires it. */
export type FormField = { value: unknown; isRequired: boolean }

/** Faults that were found in a form before it was sent. */
export class FieldFaults extends Error {
  readonly errors: readonly FieldError[]
  constructor(errors: readonly FieldError[]) {
    super('Some fields are not valid.')
    this.errors = errors
  }
}

/** Returns the contract's violations in these fields, worded like the API's errors. */
export function faultsIn(operation: CheckedOperation, fields: ReadonlyMap<string, FormField>): FieldError[] {
  const rules: Readonly<Record<string, Rule>> = fieldRules[operation]
  return [...fields].flatMap(([path, { value, isRequired }]) => {
    if (typeof value !== 'string') return []
    const { required, ...rule } = rules[path] ?? {}
    const message = faultOf(value.trim(), { ...rule, ...((required || isRequired) && { required: true }) })
    return message === undefined ? [] : [{ path, code: 'field:invalid', message }]
  })
}

/** Returns the first rule that a text breaks, in the API's words, for which the dashboard has translations. */
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
