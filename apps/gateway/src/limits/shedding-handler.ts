import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Fault, loadClassOf, type RouteTable } from '@posthorn/contracts'
import type { EdgeMetrics } from '../edge-metrics.ts'
import { alwaysHeaders, faultBody, hasUnreadBody, sendFault } from '../rest/answer.ts'
import { publicUrlOf, requestIdOf } from '../rest/request/head.ts'
import type { Route } from '../rest/route.ts'
import type { Shedder } from './shedder.ts'

const prefix = '/v1'

type SheddingOptions = {
  shedder: Shedder
  table: RouteTable<Route>
  edgeMetrics: EdgeMetrics
  publicUrl: string | undefined
}

/**
 * Refuses requests under load before any other work. At 4× load, three of four requests are refused, and any work spent on them slows down
 * the one that is served.
 */
export function sheddingHandler(options: SheddingOptions, next: RequestListener): RequestListener {
  const { shedder, table, edgeMetrics, publicUrl } = options
  const refuse = refusal(publicUrl)
  const isRefused = ({ method = 'GET', url = '' }: IncomingMessage): boolean => {
    if (!shedder.isPressed() || !url.startsWith(prefix)) return false
    const mark = url.indexOf('?')
    const match = table(method, mark < 0 ? url.slice(prefix.length) : url.slice(prefix.length, mark))
    if (!match || 'allow' in match) return false
    const { service, operation } = match.route
    if (!shedder.refuses(service, operation)) return false
    if (loadClassOf(operation) === 'sending') edgeMetrics.unavailable()
    return true
  }
  return (req: IncomingMessage, res: ServerResponse) => (isRefused(req) ? refuse(req, res) : next(req, res))
}

const retryAfterSeconds = 2
const idPlaceholder = '<request id>'

const headers = [
  ...Object.entries(alwaysHeaders),
  ['Retry-After', String(retryAfterSeconds)],
  ['Content-Type', 'application/json'],
  ['X-Content-Type-Options', 'nosniff'],
].flat()

/** A refusal's body, split at its request id, for one base URL of the API. */
type Prepared = { publicUrl: string; before: string; after: string }

/** Serializes a fault once, and splits the text where the request id belongs. */
function prepare(fault: Fault, publicUrl: string): Prepared {
  const [before = '', after = ''] = JSON.stringify(faultBody(fault, { requestId: idPlaceholder, publicUrl })).split(
    idPlaceholder,
  )
  return { publicUrl, before, after }
}

/**
 * Returns a handler that refuses requests because of load. The response is prepared in advance, because work spent on refusals slows down
 * accepted requests.
 */
export function refusal(configuredUrl: string | undefined): RequestListener {
  const fault = new Fault('service:overloaded', { retryAfter: retryAfterSeconds })
  let prepared = prepare(fault, configuredUrl ?? '')
  return (req: IncomingMessage, res: ServerResponse) => {
    const [requestId, publicUrl] = [requestIdOf(req), publicUrlOf(req, configuredUrl)]
    // If the body is still arriving, the connection must be drained first.
    if (hasUnreadBody({ req }))
      return sendFault({ req, res, requestId, publicUrl, headers: { ...alwaysHeaders } }, fault)
    if (prepared.publicUrl !== publicUrl) prepared = prepare(fault, publicUrl)
    const body = `${prepared.before}${requestId}${prepared.after}`
    const own = ['Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', requestId]
    res.writeHead(fault.status, [...headers, ...own])
    res.end(body)
  }
}
