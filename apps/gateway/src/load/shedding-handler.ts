import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Fault, loadClassOf } from '@posthorn/contracts'
import type { EdgeMetrics } from '../edge-metrics.ts'
import { sendFault } from '../rest/answer.ts'
import { alwaysHeaders } from '../rest/headers.ts'
import { publicUrlOf, requestIdOf } from '../rest/request/head.ts'
import type { RouteTable } from '../rest/route-table.ts'
import type { Shedder } from './shedder.ts'

const prefix = '/v1'
const retryAfterSeconds = 2

/** Options of the shedding handler. */
export type SheddingOptions = {
  shedder: Shedder
  table: RouteTable
  edgeMetrics: EdgeMetrics
  publicUrl: string | undefined
}

/**
 * Refuses requests because of load before anything else is done for them. At four times the possible load three of four requests are
 * refused, and their cost is missing for the fourth.
 */
export function sheddingHandler(options: SheddingOptions, next: RequestListener): RequestListener {
  const { shedder, table, edgeMetrics, publicUrl } = options
  const fault = new Fault('service:overloaded', { retryAfter: retryAfterSeconds })
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
  return (req: IncomingMessage, res: ServerResponse) => {
    if (!isRefused(req)) return next(req, res)
    const reply = {
      req,
      res,
      requestId: requestIdOf(req),
      publicUrl: publicUrlOf(req, publicUrl),
      headers: { ...alwaysHeaders },
    }
    sendFault(reply, fault)
  }
}
