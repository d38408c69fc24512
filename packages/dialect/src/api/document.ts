import { z } from 'zod'
import type { DialectRoute } from './route.ts'

const error = {
  type: 'object',
  required: ['status', 'message', 'errorCode', 'errors', 'meta'],
  properties: {
    status: { type: 'integer' },
    message: { type: 'string' },
    errorCode: { type: 'string' },
    errors: { type: 'array', items: { type: 'object', required: ['code', 'reason', 'message', 'path'] } },
    meta: { type: 'object' },
  },
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

const inertField = { description: 'Taken, and has no effect here.' }

/** Describes a body's fields: of an object, or of each row in an array. */
function bodyOf({ fields, inert, strict, support, method }: DialectRoute): object {
  if (fields === null || support === 'none' || method === 'GET') return {}
  const properties = Object.fromEntries([
    ...fields.map((name) => [name, {}]),
    ...inert.map((name) => [name, inertField]),
  ])
  const row = { type: 'object', properties, ...(strict ? { additionalProperties: false } : {}) }
  return { requestBody: { content: json({ anyOf: [row, { type: 'array', items: row }] }) } }
}

function operationOf(route: DialectRoute) {
  const { method, path, parameters, status, answer, support, note } = route
  const { $schema: _, ...schema } =
    answer === null ? { $schema: '' } : z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' })
  return {
    operationId: `${method} ${path}`,
    summary: `${method} ${path}`,
    ...(note === '' ? {} : { description: note }),
    'x-support': support,
    ...bodyOf(route),
    parameters: parameters.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: {
      ...(support === 'none' ? {} : { [status]: { description: 'Answer', content: json(schema) } }),
      default: { description: 'Error', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

/** Returns the dialect's OpenAPI document: its routes and response schemas. */
export function dialectDocument(routes: readonly DialectRoute[]): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'The established v1 dialect', version: '1' },
    security: [{ token: [] }],
    paths,
    components: {
      schemas: { Error: error },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Token' } },
    },
  }
}
