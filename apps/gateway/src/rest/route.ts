import {
  type ErrorCode,
  Fault,
  type Method,
  nearestName,
  type Operation,
  type PhonePlaces,
  type PlacedOperation,
  parseRest,
  phonePlacesIn,
  type RestLine,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { Dispatch } from './dispatch.ts'
import { type QueryDecoder, queryDecoder } from './request/query.ts'

/** A public route: an operation with everything that its requests need, computed once at startup. */
export type Route = PlacedOperation & {
  /** Noun and verb, as in the API reference. */
  name: string
  method: Method
  path: string
  parameters: string[]
  status: number
  /** Fields of the query or body: all fields that aren't in the path. */
  fields: string[]
  /** List fields with their maximum lengths. */
  listsMax: (readonly [name: string, most: number])[]
  decodeQuery: QueryDecoder
  /** Where the input contains phone numbers. Null if it contains none. */
  phones: PhonePlaces | null
  /** Error code for an id in the path that doesn't exist. */
  notFound: ErrorCode
  dispatch: Dispatch
  /** The successor route, and the date of deprecation. */
  deprecated?: Operation['deprecated']
}

/** Creates the route of an operation. What depends only on the contract is computed here once, not for each request. */
export function routeOf(placed: PlacedOperation & { rest: RestLine }, dispatch: Dispatch): Route {
  const { operation } = placed
  const { method, path, parameters } = parseRest(placed.rest)
  const shape = Object.fromEntries(Object.entries(operation.input.shape).filter(([name]) => !parameters.includes(name)))
  return {
    ...placed,
    name: `${placed.noun}.${placed.verb}`,
    method,
    path,
    parameters,
    status: operation.status ?? 200,
    fields: Object.keys(shape),
    listsMax: Object.entries<z.ZodType>(shape).flatMap(([name, schema]) => {
      const most = listMaxOf(schema)
      return most === undefined ? [] : [[name, most] as const]
    }),
    decodeQuery: queryDecoder(shape),
    phones: phonePlacesIn(operation.input),
    notFound: operation.errors.find((code) => code.endsWith(':not_found')) ?? 'route:not_found',
    dispatch,
    deprecated: operation.deprecated,
  }
}

type Internals = { def: { type: string; innerType?: z.ZodType }; bag: { maximum?: number } }

/** Returns the maximum length of a list field, or undefined for other fields. */
function listMaxOf(schema: z.ZodType): number | undefined {
  const { def, bag } = (schema as unknown as { _zod: Internals })._zod
  if (def.innerType) return listMaxOf(def.innerType)
  return def.type === 'array' ? bag.maximum : undefined
}

/** Returns the first segments of all paths after `/v1`. */
export function nounsOf(routes: readonly Pick<Route, 'path'>[]): string[] {
  return [...new Set(routes.map(({ path }) => path.split('/')[2] ?? ''))]
}

/** Returns the error for an unknown path. Suggests a path if one is similar. */
export function noRoute(path: string, nouns: readonly string[]): Fault {
  const [first = '', ...rest] = path
    .replace(/^\/v1(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
  const meant = nouns.includes(first) ? first : nearestName(first, nouns)
  if (meant === undefined || path === `/v1/${[meant, ...rest].join('/')}`) return new Fault('route:not_found')
  const message = `This path does not exist; did you mean /v1/${meant}? GET /v1/openapi.json lists all operations.`
  return new Fault('route:not_found', { message })
}
