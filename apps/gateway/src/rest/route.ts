import { type ErrorCode, type Method, type PlacedOperation, parseRest, type RestLine } from '@posthorn/contracts'
import type { Dispatch } from './dispatch.ts'
import { type QueryDecoder, queryDecoder } from './query.ts'

/** A public route: an operation of the contract with everything its requests need, made once at start. */
export type Route = PlacedOperation & {
  method: Method
  /** Path template, such as `/v1/messages/{id}`. */
  path: string
  parameters: string[]
  status: number
  /** Fields a query or body may carry: all of the input but the path's own. */
  fields: string[]
  decodeQuery: QueryDecoder
  /** What a path that names nothing answers. */
  notFound: ErrorCode
  dispatch: Dispatch
}

/** The route of an operation with a REST line. */
export function routeOf(placed: PlacedOperation & { rest: RestLine }, dispatch: Dispatch): Route {
  const { operation } = placed
  const { method, path, parameters } = parseRest(placed.rest)
  const shape = Object.fromEntries(Object.entries(operation.input.shape).filter(([name]) => !parameters.includes(name)))
  return {
    ...placed,
    method,
    path,
    parameters,
    status: operation.status ?? 200,
    fields: Object.keys(shape),
    decodeQuery: queryDecoder(shape),
    notFound: operation.errors.find((code) => code.endsWith(':not_found')) ?? 'route:not_found',
    dispatch,
  }
}
