import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyBudget, type BodyOwners, stepOf } from '@posthorn/chassis'
import { addressOf } from '../access/auth/address.ts'
import type { GatewayConfig } from '../config.ts'
import type { GatewayDeps } from '../deps.ts'
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
  /** Bodies that this gateway holds, and whom that of this request is counted for: its address, until its caller is proven. */
  bodies: BodyBudget
  owners: BodyOwners
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
  /** Takes so many more requests from the rate of the caller, once it is known. */
  charge?: (requests: number) => void
  /** True for a stream or a long poll, which stays open without work. */
  waits?: boolean
}

/** Parts of the gateway that all its exchanges share. */
export type ExchangeParts = {
  config: Pick<GatewayConfig, 'PUBLIC_URL'>
  deps: Pick<GatewayDeps, 'proxies' | 'bodies'>
}

/** Reads the head of a request. */
export function openExchange(req: IncomingMessage, res: ServerResponse, { config, deps }: ExchangeParts): Exchange {
  const target = req.url ?? '/'
  const address = addressOf(req, deps.proxies)
  const mark = target.indexOf('?')
  return {
    req,
    res,
    requestId: requestIdOf(req),
    publicUrl: publicUrlOf(req, config.PUBLIC_URL),
    headers: {},
    traceparent: stepOf(traceparentOf(req)),
    address,
    bodies: deps.bodies,
    owners: { address },
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
  }
}
