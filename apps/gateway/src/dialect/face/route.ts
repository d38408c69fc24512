import type { Method } from '@posthorn/contracts'
import { z } from 'zod'
import type { Query } from './query.ts'
import type { Session } from './session.ts'

/** One request to a route of the dialect. */
export type DialectCall = {
  session: Session
  parameters: Readonly<Record<string, string>>
  query: Query
  body: unknown
}

/** The result of a route that answers with another status, or has sent its answer already. */
export class Outcome {
  readonly value: unknown
  readonly status: number
  readonly isSent: boolean

  constructor({ value, status, isSent = false }: { value?: unknown; status: number; isSent?: boolean }) {
    this.value = value
    this.status = status
    this.isSent = isSent
  }
}

/** Extent to which a route does what it does elsewhere. */
export type Support = 'works' | 'differs' | 'none'

/** A route of the dialect: its line, what it answers, and the operations behind it. */
export type DialectRoute = {
  method: Method
  path: string
  parameters: string[]
  support: Support
  /** Difference, or what to do instead. */
  note: string
  status: number
  answer: z.ZodType | null
  /** The handler reads the body itself. */
  raw: boolean
  /** Bytes that a page or program opens by the address alone, so that the key may be in the query. */
  download: boolean
  handle: (call: DialectCall) => Promise<unknown>
}

type RouteOptions = {
  answer?: z.ZodType
  status?: number
  /** Difference; absent: none. */
  differs?: string
  raw?: boolean
  download?: boolean
}

/** States a route, such as `GET /messages/{id}`. */
export function route(
  line: `${Method} /${string}`,
  options: RouteOptions,
  handle: (call: DialectCall) => Promise<unknown>,
): DialectRoute {
  const [method, path] = line.split(' ') as [Method, string]
  return {
    method,
    path: `/v1${path}`,
    parameters: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    support: options.differs === undefined ? 'works' : 'differs',
    note: options.differs ?? '',
    status: options.status ?? 200,
    answer: options.answer ?? null,
    raw: options.raw ?? false,
    download: options.download ?? false,
    handle,
  }
}

type CollectionHandlers = Record<'list' | 'create' | 'change' | 'remove', DialectRoute['handle']>

/** States the routes of a path that lists things: all of them, a new one, and a change or the end of one that the body names. */
export function collectionRoutes(
  path: `/${string}`,
  { answer, differs }: { answer: z.ZodType; differs: string },
  { list, create, change, remove }: CollectionHandlers,
): DialectRoute[] {
  return [
    route(`GET ${path}`, { answer: z.array(answer), differs }, list),
    route(`POST ${path}`, { answer, status: 201, differs }, create),
    route(`PATCH ${path}`, { answer, differs }, change),
    route(`DELETE ${path}`, { answer, differs }, remove),
  ]
}
