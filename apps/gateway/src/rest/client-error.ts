import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Fault } from '@posthorn/contracts'
import { faultBody } from './answer.ts'

const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const
const sentences = {
  408: 'The request took too long; send it faster.',
  431: 'The headers are too large; send at most 16 KiB of them.',
} as const
const malformedUrl =
  'The URL has a character that is not allowed; percent-encode it. With curl, use -G and --data-urlencode.'
const malformedHead = 'This is not a valid HTTP request; send a well-formed head of version 1.1 with one Host header.'

/** Whether a request uses HTTP/0.9, or is HTTP/1.1 without exactly one `Host` header. */
export function isAmbiguous({ httpVersion, httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return true
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 || (hosts === 0 && httpVersion !== '1.0')
}

/** Returns the raw HTTP/1.1 response to an invalid request. The connection closes after it. */
export function clientErrorResponse(code?: string): string {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const malformed = code === 'HPE_INVALID_URL' ? malformedUrl : malformedHead
  const message = status === 400 ? malformed : sentences[status]
  const requestId = `req_${randomUUID().replaceAll('-', '')}`
  const fault = new Fault('request:malformed', { message })
  const body = JSON.stringify({ ...faultBody(fault, { requestId, publicUrl: '' }), status })
  return [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
