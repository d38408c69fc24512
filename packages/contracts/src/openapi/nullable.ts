import type { SchemaObject } from './document-types.ts'
import { schemaPath } from './references.ts'

/** Components that are often answered as null; a component of its own states the alternative once. */
const oftenNull = ['Time', 'KeptError']

/** Replaces `X or null` by a reference to the component `XOrNull`. */
export function withNullComponents<T>(value: T): T {
  const replaced = oftenNull.reduce(
    (text, name) => text.replaceAll(inPlace(name), `"$ref":"${schemaPath}${name}OrNull"`),
    JSON.stringify(value),
  )
  return JSON.parse(replaced) as T
}

/** Returns the components of the alternatives with null. */
export function nullComponents(components: Record<string, SchemaObject>): Record<string, SchemaObject> {
  const made = oftenNull.map((name): [string, SchemaObject] => {
    const { description } = components[name] ?? {}
    return [`${name}OrNull`, { ...(description !== undefined && { description }), anyOf: alternativesOf(name) }]
  })
  return Object.fromEntries(made)
}

function alternativesOf(name: string): SchemaObject[] {
  return [{ $ref: schemaPath + name }, { type: 'null' }]
}

function inPlace(name: string): string {
  return `"anyOf":${JSON.stringify(alternativesOf(name))}`
}
