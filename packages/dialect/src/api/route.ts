import {
  type ErrorCode,
  Fault,
  failField,
  type Id,
  type Method,
  type MountedCaller,
  type MountedRequest,
  type MountedResponse,
} from '@posthorn/contracts'
import { z } from 'zod'
import type { Query } from './request.ts'

/** A number, with the details that routes under a device need. `device`: its short id, which the dialect uses as the id. */
export type Device = { id: Id<'num'>; device: string; phone: string }

/** Numbers by caller, cached for a few seconds, because nearly every request names a number by its short id. */
export type DeviceCache = Map<string, { until: number; devices: Device[] }>

/** A caller's request, which calls operations of the main API on behalf of the caller. */
export type Session = MountedCaller & { request: MountedRequest; devices: DeviceCache }

export type DialectCall = {
  session: Session
  /** Parts of the path: `d` is a device, `w` the wid of a chat or contact, `g` a group, `c` a channel, `id` another object. */
  parameters: Readonly<Record<string, string>>
  query: Query
  body: unknown
}

/** A route's whole response, such as a file, instead of a body for the route's status. */
export class Outcome {
  readonly response: MountedResponse

  constructor(response: MountedResponse) {
    this.response = response
  }
}

/** A route of the dialect: method and path, responses, and the operations behind it. */
export type DialectRoute = {
  method: Method
  path: string
  parameters: string[]
  support: 'works' | 'differs' | 'none'
  /** Difference from the original, or what to do instead. */
  note: string
  status: number
  answer: z.ZodType | null
  /** The handler reads the body itself. */
  raw: boolean
  /** Fields that an object, or each row of an array, may have. The handler sees no others. Null allows any. */
  fields: readonly string[] | null
  /** Fields that are accepted but have no effect here. */
  inert: readonly string[]
  /** Whether unknown fields are refused rather than ignored. */
  strict: boolean
  /** Whether the fields are conditions that select objects. Unknown and empty ones are refused, in the body and in the query. */
  selects: boolean
  /** Pages and programs open the response by URL alone, so the key may be in the query. */
  download: boolean
  handle: (call: DialectCall) => Promise<unknown>
}

type RouteOptions = {
  answer?: z.ZodType
  status?: number
  differs?: string
  raw?: boolean
  download?: boolean
  /** Space-separated names of the body's fields. */
  fields?: string
  inert?: string
  strict?: boolean
  selects?: boolean
}

/** Makes a handler that selects objects refuse a query with other parameters: an ignored condition would select more. */
function selecting(handle: Handler, fields: readonly string[], inert: readonly string[]): Handler {
  return async (call) => {
    // A condition that the body has is not read from the query. An array in the body has ids.
    const given = Array.isArray(call.body) ? ['ids'] : Object.keys(Object(call.body))
    call.query.only([...fields.filter((name) => !given.includes(name)), ...inert])
    return handle(call)
  }
}

/** Defines a route, such as `GET /messages/{id}`. */
export function route(
  line: `${Method} /${string}`,
  options: RouteOptions,
  handle: (call: DialectCall) => Promise<unknown>,
): DialectRoute {
  const [method, path] = line.split(' ') as [Method, string]
  const { selects = false } = options
  const fields = options.fields?.split(' ') ?? null
  const inert = options.inert?.split(' ') ?? []
  return {
    method,
    path: `/v1${path}`,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    support: options.differs === undefined ? 'works' : 'differs',
    note: options.differs ?? '',
    status: options.status ?? 200,
    answer: options.answer ?? null,
    raw: options.raw ?? false,
    fields,
    inert,
    strict: options.strict ?? selects,
    selects,
    download: options.download ?? false,
    handle: selects ? selecting(handle, fields ?? [], inert) : handle,
  }
}

type Handler = DialectRoute['handle']

const rowsMax = 200

/**
 * Returns the rows of a body with several: an array, or an object with an array under one of these names; else undefined. A text is the id
 * of a row. Refuses an empty array, and one with more than 200 rows.
 */
function rowsIn(body: unknown, names: readonly string[]): unknown[] | undefined {
  const fields = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  const given = Array.isArray(body) ? body : names.map((name) => fields[name]).find(Array.isArray)
  if (given === undefined) return undefined
  if (given.length === 0 || given.length > rowsMax) failField('body', `must have 1 to ${rowsMax} rows`)
  return given.map((row: unknown) => (typeof row === 'string' ? { id: row } : row))
}

/** Whether a row refers to all objects. Refuses one that also names some. */
function meansAll(row: unknown): boolean {
  const { all, ...others } = (row ?? {}) as Readonly<Record<string, unknown>>
  if (all !== true) return false
  const [more] = Object.keys(others)
  return more === undefined || failField(more, 'is not allowed with all')
}

/** Runs work on a row. Where an error names a field, puts the row's index before it. An empty path stands for the row itself. */
export async function inRow<T>(i: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (err) {
    if (!(err instanceof Fault)) throw err
    const pathOf = (path: string) => (path === '' ? `${i}` : `${i}.${path}`)
    throw err.withErrors(err.errors.map((error) => ({ ...error, path: pathOf(error.path) })))
  }
}

/**
 * Makes a handler of one object accept several, as the dialect's collections do, and return an array. If one fails, those before it stay
 * changed. `all` lists the objects that a row with `all: true` means.
 */
export function overRows(
  handle: Handler,
  {
    names = ['ids'],
    all,
  }: { names?: readonly string[]; all?: (call: DialectCall) => Promise<readonly { id: string }[]> },
): Handler {
  const expanded = async (call: DialectCall, row: unknown) => {
    if (all === undefined || !meansAll(row)) return [row]
    // A condition in the query would have no effect.
    call.query.only([])
    return all(call)
  }
  return async (call) => {
    const rows = all !== undefined && meansAll(call.body) ? [call.body] : rowsIn(call.body, names)
    if (rows === undefined) return handle(call)
    const shown: unknown[] = []
    for (const [i, row] of rows.entries())
      for (const body of await expanded(call, row)) shown.push(await inRow(i, () => handle({ ...call, body })))
    return shown
  }
}

type CollectionHandlers = Record<'list' | 'create' | 'change' | 'remove', Handler> & {
  all(call: DialectCall): Promise<readonly { id: string }[]>
}

/**
 * Defines a collection's routes: list, create, and those that update or delete the object that the body names. The last three also accept
 * arrays. `fields`: an object's fields. `keys`: the fields that identify one.
 */
export function collectionRoutes(
  path: `/${string}`,
  { answer, differs, fields, keys }: { answer: z.ZodType; differs: string; fields: string; keys: string },
  { list, create, change, remove, all }: CollectionHandlers,
): DialectRoute[] {
  const shown = z.union([answer, z.array(answer)])
  return [
    route(`GET ${path}`, { answer: z.array(answer), differs }, list),
    route(`POST ${path}`, { answer: shown, status: 201, differs, fields }, overRows(create, {})),
    route(`PATCH ${path}`, { answer: shown, differs, fields: `${keys} ${fields}` }, overRows(change, {})),
    route(`DELETE ${path}`, { answer: shown, differs, fields: `ids all ${keys}` }, overRows(remove, { all })),
  ]
}

/** Defines a route that can't exist here. `reason`: why, and what to do instead. */
export function absent(
  line: `${Method} /${string}`,
  reason: string,
  code: ErrorCode = 'feature:unsupported',
): DialectRoute {
  const refusal = route(line, {}, () => Promise.reject(new Fault(code, { message: reason })))
  return { ...refusal, support: 'none', note: reason }
}

export type AbsentKind = { path: `/${string}`; reason: string }

/** Returns the error for objects that can't exist here: 404 for a read, 501 for a change. Returns undefined for other requests. */
export function refusalOf(
  kinds: readonly AbsentKind[],
  { method, path }: { method: string; path: string },
): Fault | undefined {
  const kind = kinds.find((each) => new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}(/|$)`).test(path))
  if (kind === undefined) return undefined
  if (method !== 'GET' && method !== 'HEAD') return new Fault('feature:unsupported', { message: kind.reason })
  return new Fault('route:not_found', { message: `There is none of these here. ${kind.reason}` })
}
