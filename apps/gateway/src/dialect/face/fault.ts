import type { Fault } from '@posthorn/contracts'
import { sendJson } from '../../rest/answer.ts'
import type { Exchange } from '../../rest/exchange.ts'

/** Status and code of errors that the dialect answers otherwise than the main API. */
const others: Readonly<Record<string, readonly [status: number, errorCode: string]>> = {
  'target:ambiguous': [400, 'request:invalid'],
  'cursor:invalid': [400, 'request:invalid'],
  'token:expired': [401, 'token:invalid'],
  'address:not_allowed': [403, 'scope:missing'],
  'capability:unsupported': [501, 'feature:unsupported'],
  'number:not_found': [404, 'device:notfound'],
  'number:disconnected': [503, 'number:disconnected'],
  'number:none': [503, 'number:disconnected'],
}

const names: Readonly<Record<string, string>> = { number: 'device', fields: 'metadata', member: 'agent' }

const retrySeconds = 5

/** Returns the field of the dialect for a field of the main API. */
function pathOf(path: string): string {
  const [first = '', ...rest] = path.replace(/^messages\.\d+\./, '').split('.')
  return [names[first] ?? first, ...rest].join('.')
}

/** Sends an error in the dialect. */
export function sendDialectFault(exchange: Exchange, fault: Fault): void {
  const [status, code] = others[fault.code] ?? [fault.status, fault.code]
  const errorCode = code.replace(':not_found', ':notfound')
  const retryAfter = fault.retryAfter ?? (status === 503 ? retrySeconds : undefined)
  const { headers, requestId } = exchange
  if (fault.allow) headers['Allow'] = fault.allow.join(', ')
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  sendJson(exchange, status, {
    status,
    message: fault.message,
    errorCode,
    errors: fault.errors.map((error) => ({
      code: error.code,
      reason: error.code,
      message: error.message,
      path: pathOf(error.path),
    })),
    meta: {},
    retryable: fault.retryable,
    requestId,
  })
}
