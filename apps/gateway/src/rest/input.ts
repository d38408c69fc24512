import type { IncomingMessage } from 'node:http'
import { Fault, fail, invalidRequest } from '@posthorn/contracts'
import type { z } from 'zod'
import { hasBody, parseBody } from './body.ts'
import type { Route } from './route.ts'

/** A request taken apart: texts of the path's parameters, the query string, and the body's bytes. */
export type Given = { parameters: Record<string, string>; query: string; body: Buffer }

const takesQuery = (route: Route) => route.method === 'GET' || route.method === 'DELETE'

function unknownKeys(keys: string[]): z.core.$ZodIssue[] {
  return keys.length > 0 ? [{ code: 'unrecognized_keys', keys, path: [], message: 'Unrecognized keys' }] : []
}

function hasNul(value: unknown): boolean {
  return typeof value === 'string' ? value.includes('\u0000') : Array.isArray(value) && value.some(hasNul)
}

function queryFields(route: Route, query: string): { fields: Record<string, unknown>; stray: string[] } {
  if (query === '') return { fields: {}, stray: [] }
  const parsed = new URLSearchParams(query)
  if (!takesQuery(route)) return { fields: {}, stray: [...new Set(parsed.keys())] }
  const fields = route.decodeQuery(parsed)
  const errors = Object.entries(fields)
    .filter(([, value]) => hasNul(value))
    .map(([path]) => ({ path, code: 'field:invalid', message: 'must not contain NUL' }))
  if (errors.length > 0) throw new Fault('request:invalid', { errors })
  return { fields, stray: [] }
}

/**
 * The operation's input: path, query and body in one flat object, validated by the contract. Every faulty field is named at once;
 * a field that repeats the path's parameter is unknown. A path parameter that can be no id names nothing: not found.
 */
export function inputOf(route: Route, req: IncomingMessage, { parameters, query, body }: Given): unknown {
  const { fields, stray } = queryFields(route, query)
  const posted = route.method === 'GET' || !hasBody(req) ? {} : parseBody(req, body)
  return parsed(route.operation.input, { route, given: { ...fields, ...posted }, parameters, stray })
}

type Parts = { route: Route; given: Record<string, unknown>; parameters: Record<string, string>; stray?: string[] }

/** Fields and the path's parameters as one validated object; the rules of `inputOf`. */
export function parsed(schema: z.ZodType, { route, given, parameters, stray = [] }: Parts): unknown {
  const repeated = [...stray, ...route.parameters.filter((name) => Object.hasOwn(given, name))]
  const result = schema.safeParse({ ...given, ...parameters })
  if (result.success && repeated.length === 0) return result.data
  const issues = result.success ? [] : result.error.issues
  if (issues.some(({ path }) => route.parameters.includes(String(path[0])))) fail(route.notFound)
  throw invalidRequest({ issues: [...issues, ...unknownKeys(repeated)] }, route.fields)
}
