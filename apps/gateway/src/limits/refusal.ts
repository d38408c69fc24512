import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Fault } from '@posthorn/contracts'
import { faultBody, hasUnreadBody, sendFault } from '../rest/answer.ts'
import { alwaysHeaders } from '../rest/headers.ts'
import { publicUrlOf, requestIdOf } from '../rest/request/head.ts'

const retryAfterSeconds = 2
/** Stands for the id of the request in a prepared body. */
const place = '<request id>'

const headers = [
  ...Object.entries(alwaysHeaders),
  ['Retry-After', String(retryAfterSeconds)],
  ['Content-Type', 'application/json'],
  ['X-Content-Type-Options', 'nosniff'],
].flat()

/** Body of a refusal before and after the id of its request, at one address of the API. */
type Prepared = { publicUrl: string; before: string; after: string }

function prepare(fault: Fault, publicUrl: string): Prepared {
  const [before = '', after = ''] = JSON.stringify(faultBody(fault, { requestId: place, publicUrl })).split(place)
  return { publicUrl, before, after }
}

/** Returns what refuses requests because of load. The answer is prepared once: under overload its cost is missing for what is accepted. */
export function refusal(configuredUrl: string | undefined): RequestListener {
  const fault = new Fault('service:overloaded', { retryAfter: retryAfterSeconds })
  let prepared = prepare(fault, configuredUrl ?? '')
  return (req: IncomingMessage, res: ServerResponse) => {
    const [requestId, publicUrl] = [requestIdOf(req), publicUrlOf(req, configuredUrl)]
    // The connection of a body that is still to come is drained first.
    if (hasUnreadBody({ req }))
      return sendFault({ req, res, requestId, publicUrl, headers: { ...alwaysHeaders } }, fault)
    if (prepared.publicUrl !== publicUrl) prepared = prepare(fault, publicUrl)
    const body = `${prepared.before}${requestId}${prepared.after}`
    const own = ['Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', requestId]
    res.writeHead(fault.status, [...headers, ...own])
    res.end(body)
  }
}
