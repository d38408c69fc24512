import type { IncomingHttpHeaders } from 'node:http'
import type { Exchange } from '../../rest/exchange.ts'

const isToken = (name: string) => name.toLowerCase() === 'token'

/** Returns the key of a request: of the header `Token`, else of `Authorization` with or without a scheme, else of the query. */
function keyOf({ token, authorization }: IncomingHttpHeaders, ofQuery: string | undefined): string | undefined {
  const given = [token, authorization?.replace(/^(bearer|token) +/i, ''), ofQuery]
  // Some programs send an empty header beside the one with the key.
  const key = given.map((each) => (typeof each === 'string' ? each.trim() : '')).find((each) => each !== '')
  // The runtime of an integration may write a word before the key.
  return key === undefined ? undefined : key.slice(Math.max(0, key.lastIndexOf('ph_')))
}

/**
 * Moves the key into the header that the main API reads, and removes it from the query, which is shown in logs and errors. In the query it
 * is taken for downloads only: addresses are stored in histories and logs of others.
 */
export function normaliseKey(exchange: Exchange, isDownload: boolean): void {
  const { req, query } = exchange
  const pairs = query.split('&').map((pair) => ({ pair, names: [...new URLSearchParams(pair)] }))
  const own = pairs.filter(({ names }) => names.some(([name]) => isToken(name)))
  if (own.length > 0) {
    exchange.query = pairs.flatMap((each) => (own.includes(each) ? [] : [each.pair])).join('&')
    req.url = exchange.query === '' ? exchange.path : `${exchange.path}?${exchange.query}`
  }
  const given = own.length > 0 && isDownload ? own[0]?.names[0]?.[1] : undefined
  const key = keyOf(req.headers, given)
  if (key === undefined || key === '') delete req.headers['token']
  else req.headers['token'] = key
}
