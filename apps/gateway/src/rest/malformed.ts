import { randomUUID } from 'node:crypto'

const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const

/** The whole answer, as bytes of HTTP/1.1, to a connection whose bytes are no request. The connection closes after it. */
export function malformedAnswer(code: string | undefined): string {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify({
    status,
    errorCode: 'request:malformed',
    message: status === 400 ? 'This is not a valid HTTP request.' : `${reasons[status]}.`,
    errors: [],
    retryable: false,
    requestId: `req_${randomUUID().replaceAll('-', '')}`,
    docs: '/docs/errors#request:malformed',
  })
  return [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}
