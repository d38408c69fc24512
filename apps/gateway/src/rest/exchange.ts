import type { IncomingMessage, ServerResponse } from 'node:http'
import { stepOf } from '@posthorn/chassis'
import { type AddressSet, addressOf } from '../auth/address.ts'
import { publicUrlOf, requestIdOf, traceparentOf } from './request/head.ts'

/** A request and what its answer needs. */
export type Reply = {
  req: IncomingMessage
  res: ServerResponse
  requestId: string
  /** URL at which callers reach this API. */
  publicUrl: string
  /** Headers that every answer to this request carries. */
  headers: Record<string, string>
}

/** One request with everything computed from its head, each once. */
export type Exchange = Reply & {
  /** Our span in the caller's trace, or in a new one. */
  traceparent: string
  /** Address of the caller, behind trusted proxies. */
  address: string
  /** Path of the target, without its query. */
  path: string
  /** Query string without its question mark. */
  query: string
  /** Template of the path, such as `/v1/messages/{id}`, once a route matches. */
  template?: string
  /** Name of the operation, once a route matches. */
  operation?: string
  /** Key of the request, once it is admitted. */
  key?: { workspace: string; key: string }
  /** True for a stream or a long poll, which stays open without work. */
  waits?: boolean
}

/** Options that all exchanges of a gateway share. */
export type ExchangeOptions = { publicUrl: string | undefined; proxies: AddressSet }

/** Reads the head of a request. */
export function openExchange(
  req: IncomingMessage,
  res: ServerResponse,
  { publicUrl, proxies }: ExchangeOptions,
): Exchange {
  const target = req.url ?? '/'
  const mark = target.indexOf('?')
  return {
    req,
    res,
    requestId: requestIdOf(req),
    publicUrl: publicUrlOf(req, publicUrl),
    headers: {},
    traceparent: stepOf(traceparentOf(req)),
    address: addressOf(req, proxies),
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
  }
}
