import {
  createRouteTable,
  Fault,
  type MountedApi,
  type MountedCall,
  type MountedRequest,
  type MountedResponse,
} from '@posthorn/contracts'
import { z } from 'zod'
import { absentKinds, dialectRoutes } from '../routes/index.ts'
import { readDialectBody, readQuery, shapedBody } from './request.ts'
import { type DeviceCache, type DialectRoute, Outcome, refusalOf } from './route.ts'

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

/** Describes a route's body for the document: one object, or an array of them. Empty for a route without a list of fields. */
function bodyOf({ fields, inert, strict }: DialectRoute): object {
  if (fields === null) return {}
  const properties = Object.fromEntries([
    ...fields.map((name) => [name, {}]),
    ...inert.map((name) => [name, inertField]),
  ])
  const row = { type: 'object', properties, ...(strict ? { additionalProperties: false } : {}) }
  return { requestBody: { content: json({ anyOf: [row, { type: 'array', items: row }] }) } }
}

/** Describes a route for the document, with its support and what differs here. */
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

/** Creates the dialect's OpenAPI document, from which a program's author sees what works. */
function dialectDocument(routes: readonly DialectRoute[]): object {
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

const documentPath = '/docs.json'
const documentMethods = ['GET', 'HEAD', 'OPTIONS']
const table = createRouteTable(dialectRoutes)
const devices: DeviceCache = new Map()
let document: object | undefined

/** The established v1 dialect, which the gateway serves as an additional API. */
export const dialect: MountedApi = {
  prefix: '/compat',
  /** Runs the route that a request names or, without a key, returns the document that lists all routes. */
  async respond(request, call) {
    // Programs are configured with or without `/v1`.
    const path = request.path.replace(/^\/v1(?=\/|$)/, '') || '/'
    if (path !== documentPath) return answer({ ...request, path }, call)
    if (request.method !== 'GET' && request.method !== 'HEAD') throw unknownRoute(request, documentMethods)
    return { status: 200, body: (document ??= dialectDocument(dialectRoutes)) }
  },
  /** Writes an error as the dialect's programs expect it: with its codes and field names, and when to try again after a 503. */
  refuse(fault, { requestId }) {
    const [status, code] = dialectErrors[fault.code] ?? [fault.status, fault.code]
    const retryAfter = fault.retryAfter ?? (status === 503 ? retrySeconds : undefined)
    return {
      status,
      headers: {
        ...(fault.allow ? { Allow: fault.allow.join(', ') } : {}),
        ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
      },
      body: {
        status,
        message: fault.message,
        errorCode: code.replace(':not_found', ':notfound'),
        errors: fault.errors.map((error) => ({
          code: error.code,
          reason: error.code,
          message: error.message,
          path: fieldOf(error.path),
        })),
        meta: {},
        retryable: fault.retryable,
        requestId,
      },
    }
  },
}

/** Finds a request's route, admits its caller and runs the route's handler. */
async function answer(request: MountedRequest, call: MountedCall): Promise<MountedResponse> {
  const match = table(request.method, request.path)
  if (match === null || 'allow' in match) throw refusalOf(absentKinds, request) ?? unknownRoute(request, match?.allow)
  const { route, parameters } = match
  const { key, query } = takeKey(request, route.download)
  const caller = await call.admit({ key, template: route.path })
  const session = { ...caller, request, devices }
  const body = route.raw ? {} : shapedBody(await readDialectBody(request), route)
  const result = await route.handle({ session, parameters, query: readQuery(query), body })
  return result instanceof Outcome ? result.response : { status: route.status, body: result }
}

/** Returns the error for a path or method that no route has. `allow`: the path's methods, if it exists. */
function unknownRoute({ base }: MountedRequest, allow: string[] | undefined): Fault {
  if (allow) return new Fault('route:method_not_allowed', { allow })
  const message = `This path does not exist; GET ${base}/v1${documentPath} lists all routes.`
  return new Fault('route:not_found', { message })
}

/** Returns a request's key: from the `Token` header, else from `Authorization` with or without a scheme, else from the query. */
function keyOf({ token, authorization }: MountedRequest['headers'], ofQuery: string | undefined): string | undefined {
  const scheme = typeof authorization === 'string' ? authorization.replace(/^(bearer|token) +/i, '') : undefined
  // Some programs send an empty header in addition to the one with the key.
  const key = [token, scheme, ofQuery].map((each) => (typeof each === 'string' ? each.trim() : '')).find(Boolean)
  // Some integration runtimes put a word before the key.
  return key?.slice(Math.max(0, key.lastIndexOf('ph_')))
}

/**
 * Returns a request's key, and the query without any key, so that no error repeats one. Only downloads accept a key in the query, because
 * URLs end up in histories and logs.
 */
function takeKey({ headers, query }: MountedRequest, isDownload: boolean): { key: string | undefined; query: string } {
  const pairs = query.split('&').map((pair) => ({ pair, names: [...new URLSearchParams(pair)] }))
  const withKey = pairs.filter(({ names }) => names.some(([name]) => name.toLowerCase() === 'token'))
  const keyOfQuery = isDownload ? withKey[0]?.names[0]?.[1] : undefined
  const left = pairs.flatMap((each) => (withKey.includes(each) ? [] : [each.pair]))
  return { key: keyOf(headers, keyOfQuery), query: left.join('&') }
}

/** Errors whose status and code differ from those of the main API. */
const dialectErrors: Readonly<Record<string, readonly [status: number, errorCode: string]>> = {
  'target:ambiguous': [400, 'request:invalid'],
  'cursor:invalid': [400, 'request:invalid'],
  'token:expired': [401, 'token:invalid'],
  'address:not_allowed': [403, 'scope:missing'],
  'capability:unsupported': [501, 'feature:unsupported'],
  'number:not_found': [404, 'device:notfound'],
  'number:disconnected': [503, 'number:disconnected'],
  'number:none': [503, 'number:disconnected'],
}

/** The dialect's names for our fields, where they differ and are the same on each route. */
const dialectNames = new Map(
  Object.entries({
    number: 'device',
    fields: 'metadata',
    member: 'agent',
    expiresAt: 'expiration',
    joinApproval: 'permissions.approval',
    about: 'status',
    vertical: 'businessProfile.categories',
    secretHeader: 'headers',
    folder: 'category',
  }),
)

/** Seconds to wait after a 503 whose fault states none, as for a number that is disconnected. */
const retrySeconds = 5

/**
 * Returns the dialect's name for our field, as its errors show it, after the index of its row, if any. A message sent with a separate text
 * is in a batch, which is left out.
 */
function fieldOf(path: string): string {
  const [, row = '', first = '', rest = ''] = /^(?:messages\.\d+\.)?(\d+\.)?([^.]*)(.*)$/s.exec(path) ?? []
  return `${row}${dialectNames.get(first) ?? first}${rest}`
}
