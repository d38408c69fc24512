import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Fault } from '@posthorn/contracts'
import { faultBody, hasUnreadBody, sendFault } from '../rest/answer.ts'
import { alwaysHeaders } from '../rest/headers.ts'
import { publicUrlOf, requestIdOf } from '../rest/request/head.ts'

const retryAfterSeconds = 2
/** Placeholder for the request id in a prepared body. */
const place = '<request id>'

const headers = [
  ...Object.entries(alwaysHeaders),
  ['Retry-After', String(retryAfterSeconds)],
  ['Content-Type', 'application/json'],
  ['X-Content-Type-Options', 'nosniff'],
].flat()

/** The body of a refusal before and after its request id, for one URL of the API. */
type Prepared = { publicUrl: string; before: string; after: string }

function prepare(fault: Fault, publicUrl: string): Prepared {
  const [before = '', after = ''] = JSON.stringify(faultBody(fault, { requestId: place, publicUrl })).split(place)
  return { publicUrl, before, after }
}

/**
 * Returns what refuses requests under load. The response is prepared in advance, because under overload any work on refusals is taken from
 * accepted requests.
 */
export function refusal(configuredUrl: string | undefined): RequestListener {
  const fault = new Fault('service:overloaded', { retryAfter: retryAfterSeconds })
  let prepared = prepare(fault, configuredUrl ?? '')
  return (req: IncomingMessage, res: ServerResponse) => {
    const [requestId, publicUrl] = [requestIdOf(req), publicUrlOf(req, configuredUrl)]
    // If the body is still arriving, the connection has to be drained first.
    if (hasUnreadBody({ req }))
      return sendFault({ req, res, requestId, publicUrl, headers: { ...alwaysHeaders } }, fault)
    if (prepared.publicUrl !== publicUrl) prepared = prepare(fault, publicUrl)
    const body = `${prepared.before}${requestId}${prepared.after}`
    const own = ['Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', requestId]
    res.writeHead(fault.status, [...headers, ...own])
    res.end(body)
  }
}
