import type { z } from 'zod'
import type { ContentObject, OperationObject, ParameterObject, Reference, SchemaObject } from './document-types.ts'
import { componentName, type DocumentedRoute } from './documented-route.ts'
import type { OperationHead } from './generated-operations.ts'
import { refusalResponses } from './refusals.ts'
import type { SharedParts } from './shared-parts.ts'
import { successResponses } from './success.ts'

/** The parameter that every POST has. */
export const idempotencyKey: ParameterObject = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'Your key for this request. A repeated request within 48 h returns the stored response and changes nothing',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', examples: ['order-1042'] },
}

export function documentedOperation(
  route: DocumentedRoute,
  head: OperationHead | undefined,
  parts: SharedParts,
): OperationObject {
  const { id, method } = route
  if (!head) throw new Error(`${id} was not generated`)
  const listed = parameters(route, parts)
  const hasBody = method !== 'GET' && Object.keys(route.given).length > 0
  return {
    ...head,
    ...(listed.length > 0 && { parameters: listed }),
    ...(hasBody && { requestBody: requestBody(route, parts) }),
    responses: { ...successResponses(route, parts), ...refusalResponses(route, parts.responses) },
  }
}

function parameters(route: DocumentedRoute, parts: SharedParts): (ParameterObject | Reference)[] {
  const { method, placed, given } = route
  const inPath = Object.entries(placed).map(([name, zod]) => parameter(route, { name, zod, place: 'path' }, parts))
  const inQuery = Object.entries(method === 'GET' ? given : {}).map(([name, zod]) =>
    parameter(route, { name, zod, place: 'query' }, parts),
  )
  const listed = [...inPath, ...inQuery].map((each) => sharedOr(each, parts.parameters))
  return method === 'POST' ? [...listed, { $ref: '#/components/parameters/IdempotencyKey' }] : listed
}

function sharedOr(given: ParameterObject, shared: SharedParts['parameters']): ParameterObject | Reference {
  const text = JSON.stringify(given)
  const [name] = Object.entries(shared).find(([, each]) => JSON.stringify(each) === text) ?? []
  return name === undefined ? given : { $ref: `#/components/parameters/${name}` }
}

/** Returns a parameter. A field with named values is written `x[name]=value`. */
export function parameter(
  route: { id: string },
  { name, zod, place }: { name: string; zod: z.ZodType; place: 'path' | 'query' },
  { schemas }: Pick<SharedParts, 'schemas'>,
): ParameterObject {
  const { description, ...schema } = schemas.requests[`${route.id} ${name}`] ?? {}
  const isRequired = place === 'path' || !zod.safeParse(undefined).success
  const takesNames = schema.additionalProperties !== undefined
  return {
    name,
    in: place,
    ...(description !== undefined && { description }),
    ...(isRequired && { required: true }),
    ...(takesNames && { style: 'deepObject' as const, explode: true }),
    schema,
  }
}

function requestBody(route: DocumentedRoute, parts: SharedParts): OperationObject['requestBody'] & object {
  const sent = Object.entries(route.operation.example.input as Record<string, unknown>)
  const example = Object.fromEntries(sent.filter(([name]) => name in route.given))
  const schema: SchemaObject = { $ref: `#/components/schemas/${componentName(route, 'Body')}` }
  return {
    ...(needsBody(route) && { required: true }),
    content: { 'application/json': { schema, example }, ...uploadContent(route, parts) },
  }
}

/** Whether the operation refuses an empty body because of a required field or a rule across several fields. */
function needsBody({ operation, placed }: DocumentedRoute): boolean {
  const sent = Object.entries(operation.example.input as Record<string, unknown>)
  return !operation.input.safeParse(Object.fromEntries(sent.filter(([name]) => name in placed))).success
}

const bytes: SchemaObject = { type: 'string', format: 'binary', description: 'The file' }

/** Returns the alternatives to a JSON body: a form with the file and its fields, or the raw bytes. */
function uploadContent(route: DocumentedRoute, { schemas }: SharedParts): ContentObject {
  const { upload } = route.operation
  if (!upload || upload.storedOnly) return {}
  const { properties = {}, required = [] } = schemas.requests[`${route.id} form`] ?? {}
  const fields = Object.entries(properties).filter(([name]) => !(name in route.placed))
  const names = required.filter((name) => !(name in route.placed))
  const form: SchemaObject = {
    type: 'object',
    properties: { file: bytes, ...Object.fromEntries(fields) },
    required: ['file', ...names],
    additionalProperties: false,
  }
  return { 'multipart/form-data': { schema: form }, 'application/octet-stream': { schema: bytes } }
}
