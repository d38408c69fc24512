import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Fault, loadClassOf } from '@posthorn/contracts'
import type { DoorFigures } from '../figures.ts'
import { type Exchange, sendFault } from '../rest/answer.ts'
import { publicUrlOf, requestIdOf } from '../rest/head.ts'
import { alwaysHeaders } from '../rest/headers.ts'
import type { RouteTable } from '../rest/route-table.ts'
import type { Shedder } from './shedder.ts'

const prefix = '/v1'
const retryAfterSeconds = 2

/** What the door of a gateway under load stands on. */
export type LoadDoor = { shedder: Shedder; table: RouteTable; figures: DoorFigures; publicUrl: string | undefined }

/**
 * Refuses for load before anything else is done for a request: under four times the load that can be carried three of four requests are
 * refused, and what each of them costs is taken from the fourth.
 */
export function loadDoor({ shedder, table, figures, publicUrl }: LoadDoor, next: RequestListener): RequestListener {
  const fault = new Fault('service:overloaded', { retryAfter: retryAfterSeconds })
  const isRefused = ({ method = 'GET', url = '' }: IncomingMessage): boolean => {
    if (!shedder.isPressed() || !url.startsWith(prefix)) return false
    const mark = url.indexOf('?')
    const match = table(method, mark < 0 ? url.slice(prefix.length) : url.slice(prefix.length, mark))
    if (!match || 'allow' in match) return false
    const { service, operation } = match.route
    if (!shedder.refuses(service, operation)) return false
    if (loadClassOf(operation) === 'sending') figures.unavailable()
    return true
  }
  return (req: IncomingMessage, res: ServerResponse) => {
    if (!isRefused(req)) return next(req, res)
    const requestId = requestIdOf(req)
    const headers = { ...alwaysHeaders }
    const exchange: Exchange = { req, res, requestId, traceparent: '', publicUrl: publicUrlOf(req, publicUrl), headers }
    sendFault(exchange, fault)
  }
}
