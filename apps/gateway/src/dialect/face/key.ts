import type { Exchange } from '../../rest/exchange.ts'

/** Returns the key of a request: of the header `Token`, else of `Authorization` with or without a scheme, else of the query. */
function keyOf({ req, query }: Pick<Exchange, 'req' | 'query'>): string | undefined {
  const { token, authorization } = req.headers
  const given = [token, authorization?.replace(/^(bearer|token) +/i, ''), new URLSearchParams(query).get('token')]
  // Some programs send an empty header beside the one with the key.
  const key = given.map((each) => (typeof each === 'string' ? each.trim() : '')).find((each) => each !== '')
  // The runtime of an integration may write a word before the key.
  return key === undefined ? undefined : key.slice(Math.max(0, key.lastIndexOf('ph_')))
}

/** Moves the key into the header that the main API reads, and removes it from the query, which is shown in logs and errors. */
export function normaliseKey(exchange: Exchange): void {
  const key = keyOf(exchange)
  const { req } = exchange
  if (exchange.query.includes('token=')) {
    const rest = exchange.query.split('&').filter((pair) => !/^token=/i.test(pair))
    exchange.query = rest.join('&')
    req.url = exchange.query === '' ? exchange.path : `${exchange.path}?${exchange.query}`
  }
  if (key === undefined || key === '') delete req.headers['token']
  else req.headers['token'] = key
}
