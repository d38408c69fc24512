import type { z } from 'zod'
import { type Method, type Mutation, parseRest, type Query } from '../contract.ts'
import { allOperations, type PlacedOperation } from '../services.ts'

type Shape = Record<string, z.ZodType>

export type DocumentedRoute = PlacedOperation & {
  operation: Query | Mutation
  /** `<noun>.<verb>`. */
  id: string
  method: Method
  path: string
  status: number
  /** Fields in the path. */
  placed: Shape
  /** Fields in the query or body. */
  given: Shape
}

/** Returns the public operations, with the fields of their path apart from the others. */
export function documentedRoutes(): DocumentedRoute[] {
  return allOperations().flatMap((each) => {
    const { operation, noun, verb } = each
    if (!operation.rest) return []
    const { method, path, parameters } = parseRest(operation.rest)
    const fields = Object.entries(operation.input.shape as Shape)
    const isPlaced = ([name]: [string, unknown]) => parameters.includes(name)
    return [
      {
        ...each,
        id: `${noun}.${verb}`,
        method,
        path,
        status: operation.status ?? 200,
        placed: Object.fromEntries(fields.filter(isPlaced)),
        given: Object.fromEntries(fields.filter((field) => !isPlaced(field))),
      },
    ]
  })
}

/** Returns the name of an operation's component, such as `ContactsCreateBody`. */
export function componentName({ noun, verb }: DocumentedRoute, part: 'Body' | 'Answer'): string {
  return `${capitalized(noun)}${capitalized(verb)}${part}`
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const schemaPath = '#/components/schemas/'

/** Returns the names of all components that a value refers to. */
export function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
}

/** Returns the component's name in a reference. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
