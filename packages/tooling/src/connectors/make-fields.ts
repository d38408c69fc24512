import type { Action, Field } from '@posthorn/connectors/description'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Returns the fields that Make offers. Fields with JSON or a file are left to the universal module. */
const fieldsOf = ({ fields }: Action): Field[] => fields.filter(({ kind }) => kind !== 'json' && kind !== 'bytes')

export function requestBodyOf(action: Action): Json {
  const body: Record<string, Json> = { ...(action.fixed as Record<string, Json> | undefined) }
  for (const { name, at } of fieldsOf(action)) place(body, at.split('.'), `{{parameters.${name}}}`)
  return body
}

function place(body: Record<string, Json>, path: readonly string[], value: Json): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) {
    body[name] = value
    return
  }
  const inner = { ...(body[name] as Record<string, Json> | undefined) }
  body[name] = inner
  place(inner, rest, value)
}

export const parametersOf = (action: Action): Json => fieldsOf(action).map(parameterOf)

function parameterOf(field: Field): Json {
  const { name, label, help, required } = field
  return {
    name,
    label,
    ...controlOf(field),
    ...(help !== '' && { help: `${help}.` }),
    ...(required && { required: true }),
  }
}

function controlOf({ kind, list, choices = [] }: Field): Record<string, Json> {
  if (list === 'numbers') return { type: 'select', options: 'rpc://numbers' }
  switch (kind) {
    case 'lines':
      return { type: 'text', multiline: true }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'time':
      return { type: 'date' }
    case 'choice':
      return { type: 'select', options: choices.map((value) => ({ label: value, value })) }
    case 'texts':
      return { type: 'array', spec: { type: 'text' } }
    case 'text':
    case 'json':
    case 'bytes':
      return { type: 'text' }
  }
}
