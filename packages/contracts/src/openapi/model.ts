import type { z } from 'zod'
import { type Method, type Mutation, parseRest, type Query } from '../contract.ts'
import { allOperations, type PlacedOperation } from '../services.ts'

/** JSON Schema in OpenAPI 3.1. */
export type SchemaObject = {
  $ref?: string
  type?: string | string[]
  description?: string
  examples?: unknown[]
  default?: unknown
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  contentMediaType?: string
  contentEncoding?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  items?: SchemaObject
  properties?: Record<string, SchemaObject>
  required?: string[]
  additionalProperties?: SchemaObject | boolean
  unevaluatedProperties?: false
  propertyNames?: SchemaObject
  anyOf?: SchemaObject[]
  oneOf?: SchemaObject[]
  allOf?: SchemaObject[]
  discriminator?: { propertyName: string; mapping?: Record<string, string> }
}

/** A reference to a component. A description overrides the component's. */
export type Reference = { $ref: string; description?: string }

export type ParameterObject = {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  style?: 'deepObject' | 'form'
  explode?: boolean
  schema: SchemaObject
}

export type ContentObject = Record<
  string,
  { schema: SchemaObject; example?: unknown; examples?: Record<string, { value: unknown } | Reference> }
>

export type HeaderObject = { description: string; required?: boolean; schema: SchemaObject }

export type ResponseObject = {
  description: string
  headers?: Record<string, HeaderObject | Reference>
  content?: ContentObject
}

/** An operation, or an event posted to a webhook. */
export type OperationObject = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: (ParameterObject | Reference)[]
  requestBody?: { required?: boolean; description?: string; content: ContentObject }
  responses: Record<string, ResponseObject | Reference>
}

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: object
  servers: { url: string; description?: string }[]
  tags: { name: string; description: string }[]
  /** Tag groups, as displayed by Scalar and Redoc. */
  'x-tagGroups': { name: string; tags: string[] }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, { post: OperationObject }>
  components: {
    schemas: Record<string, SchemaObject>
    responses: Record<string, ResponseObject>
    parameters: Record<string, ParameterObject>
    headers: Record<string, HeaderObject>
    securitySchemes: Record<string, object>
  }
}

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
export const documentedRoutes = (): DocumentedRoute[] =>
  allOperations().flatMap((each) => {
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

/** Returns the name of an operation's component, such as `ContactsCreateBody`. */
export const componentName = ({ noun, verb }: DocumentedRoute, part: 'Body' | 'Form' | 'Answer'): string =>
  `${capitalized(noun)}${capitalized(verb)}${part}`

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const schemaPath = '#/components/schemas/'

/** Returns the names of the schemas that a value refers to directly, once for each reference. */
export function referencesIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
}

export const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)
