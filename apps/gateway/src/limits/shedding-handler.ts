import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { loadClassOf, type RouteTable } from '@posthorn/contracts'
import type { EdgeMetrics } from '../edge-metrics.ts'
import type { Route } from '../rest/route.ts'
import { refusal } from './refusal.ts'
import type { Shedder } from './shedder.ts'

const prefix = '/v1'

export type SheddingOptions = {
  shedder: Shedder
  table: RouteTable<Route>
  edgeMetrics: EdgeMetrics
  publicUrl: string | undefined
}

/**
 * Refuses requests under load before doing any other work for them. At 4× load we refuse three of four requests; anything spent on those is
 * taken from the one we serve.
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
