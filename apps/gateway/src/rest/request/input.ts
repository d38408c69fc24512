import type { IncomingMessage } from 'node:http'
import { hasBody, readBody } from '@posthorn/chassis'
import {
  Fault,
  type FieldError,
  fail,
  fieldNames,
  fieldProblem,
  invalidRequest,
  type PhoneCountries,
  withInternationalPhones,
} from '@posthorn/contracts'
import type { z } from 'zod'
import { type AdmissionOptions, admit } from '../admission.ts'
import { type Exchange, idempotencyKeyOf } from '../exchange.ts'
import type { Call, Route } from '../route.ts'
import { bodyBytesMax, parseBody, weighed } from './body.ts'

type RequestParts = {
  parameters: Record<string, string>
  query: string
  body: Buffer
  /** Countries used to parse phone numbers in national format. */
  countries: PhoneCountries | undefined
}

/** Whether an operation's fields may be in the query. Except for GET, they may also be in a body, but none in both. */
const takesQuery = (route: Route) => route.method === 'GET' || route.method === 'DELETE'

/** Returns issues for query parameters that belong in the body or aren't fields of the operation. `remedy`: what to do instead. */
export function strayIssues({ fields }: Pick<Route, 'fields'>, names: string[], remedy: string): z.core.$ZodIssue[] {
  const unknown = names.filter((name) => !fields.includes(name))
  const misplaced = names.filter((name) => fields.includes(name))
  return [
    ...misplaced.map((name) => unknownIssue(name, `does not belong in the query; ${remedy}`)),
    ...(unknown.length > 0
      ? [{ code: 'unrecognized_keys' as const, keys: unknown, path: [], message: 'Unrecognized keys' }]
      : []),
  ]
}

/** Returns an issue about a field that does not belong here. */
function unknownIssue(name: string, message: string): z.core.$ZodIssue {
  return { code: 'custom', path: [name], params: { code: 'field:unknown' }, message }
}

/** Whether a text, or one in a list, contains NUL, which Postgres cannot store. */
const hasNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\u0000') : Array.isArray(value) && value.some(hasNul)

/** Returns the query parameters that aren't percent-encoded UTF-8, whose bytes `URLSearchParams` would replace. */
function misencodedNames(query: string): string[] {
  if (!query.includes('%')) return []
  return query.split('&').flatMap((pair) => (isUtf8(pair) ? [] : [pair.split('=')[0] ?? '']))
}

/** Whether the escapes in a text are valid UTF-8. */
function isUtf8(text: string): boolean {
  try {
    // A percent sign that doesn't start an escape is literal.
    decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

/** Decodes the query, and refuses what isn't UTF-8 or has NUL. `stray`: parameters of an operation whose fields belong in the body. */
function queryFields(route: Route, query: string): { fields: Record<string, unknown>; stray: string[] } {
  if (query === '') return { fields: {}, stray: [] }
  const misencoded = misencodedNames(query).map((name) => fieldProblem(name, 'must be UTF-8, percent-encoded'))
  if (misencoded.length > 0) throw new Fault('request:invalid', { errors: misencoded.slice(0, 100) })
  const parsed = new URLSearchParams(query)
  if (!takesQuery(route)) return { fields: {}, stray: [...new Set(parsed.keys())] }
  const fields = route.decodeQuery(parsed)
  const errors = Object.entries(fields)
    .filter(([, value]) => hasNul(value))
    .map(([path]) => fieldProblem(path, 'must not contain NUL'))
  if (errors.length > 0) throw new Fault('request:invalid', { errors })
  return { fields, stray: [] }
}

/**
 * Returns the operation's input: path, query and body merged into one object and validated against the contract. Reports all invalid
 * fields. A body field that repeats a path parameter counts as unknown. A path parameter that can't be an id fails as "not found".
 */
export function inputOf(
  route: Route,
  req: IncomingMessage,
  { parameters, query, body, countries }: RequestParts,
): unknown {
  const { fields, stray } = queryFields(route, query)
  const posted = route.method === 'GET' || !hasBody(req) ? {} : parseBody(req, body)
  const queried = Object.keys(fields)
  const twice = queried.filter((name) => Object.hasOwn(posted, name))
  const errors = twice.map((name) => fieldProblem(name, 'is in the query and in the body; send it once'))
  if (errors.length > 0) throw new Fault('request:invalid', { errors })
  const merged = { ...fields, ...posted }
  return parseInput(route.operation.input, { route, fields: merged, parameters, stray, countries, queried })
}

/** Truncates long lists to one more than their maximum. Complete lists would be refused too, but only after every element was validated. */
function withShortLists(fields: Record<string, unknown>, { listsMax }: Route): Record<string, unknown> {
  const long = listsMax.flatMap(([name, most]) => {
    const list = fields[name]
    return Array.isArray(list) && list.length > most ? [[name, list.slice(0, most + 1)]] : []
  })
  return long.length === 0 ? fields : { ...fields, ...Object.fromEntries(long) }
}

type InputParts = {
  route: Route
  fields: Record<string, unknown>
  parameters: Record<string, string>
  /** Query parameters of an operation that accepts none. */
  stray?: string[]
  countries?: PhoneCountries | undefined
  /** Fields from the query. Their problems name the parameter, because a caller sees no places in it. */
  queried?: readonly string[]
}

/** Validates fields and path parameters as one object, by the same rules as `inputOf`. */
export function parseInput(
  schema: z.ZodType,
  { route, fields, parameters, stray = [], countries = { within: null }, queried = [] }: InputParts,
): unknown {
  const misplaced = [
    ...strayIssues(route, stray, 'send it in the body'),
    ...route.parameters
      .filter((name) => Object.hasOwn(fields, name))
      .map((name) => unknownIssue(name, 'belongs to the path only; remove it')),
  ]
  const given = { ...withShortLists(fields, route), ...parameters }
  const result = schema.safeParse(route.phones ? withInternationalPhones(given, route.phones, countries) : given)
  if (result.success && misplaced.length === 0) return result.data
  const issues = result.success ? [] : result.error.issues
  if (issues.some(({ path }) => route.parameters.includes(String(path[0])))) fail(route.notFound)
  const known = fieldNames(route.operation.input.shape).filter((name) => !route.parameters.includes(name))
  const fault = invalidRequest({ issues: [...issues, ...misplaced] }, { known, given })
  throw queried.length === 0 ? fault : fault.withErrors(fault.errors.map((error) => ofParameter(error, queried)))
}

/** Names the parameter in place of an element of its list. */
function ofParameter(error: FieldError, queried: readonly string[]): FieldError {
  const [, name] = /^([^.]+)\.\d+$/.exec(error.path) ?? []
  return name !== undefined && queried.includes(name) ? { ...error, path: name } : error
}

const noBody = Buffer.alloc(0)

/** Admits a request, and only then reads its body, so that strangers' bodies cost nothing, and validates its input. */
export async function openCall(
  options: AdmissionOptions,
  exchange: Exchange,
  {
    route,
    parameters,
    countAs = 'request',
  }: { route: Route; parameters: Record<string, string>; countAs?: 'request' | 'stream' },
): Promise<Call> {
  const caller = await admit(options, exchange, { route, countAs })
  const { req, query } = exchange
  const idempotencyKey = idempotencyKeyOf(req)
  const body = route.method !== 'GET' && hasBody(req) ? await readBody(exchange, bodyBytesMax) : noBody
  const { countries } = caller
  const input = await weighed(exchange, body.length + query.length, () =>
    inputOf(route, req, { parameters, query, body, countries }),
  )
  return { route, caller, input, idempotencyKey }
}
