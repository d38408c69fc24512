import type { Exchange } from './exchange.ts'

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Token, traceparent, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** Tells a browser that pages of other origins may call the API with a key. */
export function sendPreflight({ res, requestId, headers }: Pick<Exchange, 'res' | 'requestId' | 'headers'>): void {
  Object.assign(headers, preflightHeaders)
  res.writeHead(204, { 'X-Request-Id': requestId, ...headers }).end()
}
