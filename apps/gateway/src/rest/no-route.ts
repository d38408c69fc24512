import { Fault, nearestName } from '@posthorn/contracts'
import type { Route } from './route.ts'

/** First path segments of these routes. */
export function nounsOf(routes: readonly Pick<Route, 'path'>[]): string[] {
  return [...new Set(routes.map(({ path }) => path.split('/')[2] ?? ''))]
}

/** Returns the error for an unknown path, with a suggestion if one is close. */
export function noRoute(path: string, nouns: readonly string[]): Fault {
  const [first = '', ...rest] = path
    .replace(/^\/v1(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
  const meant = nouns.includes(first) ? first : nearestName(first, nouns)
  if (meant === undefined || path === `/v1/${[meant, ...rest].join('/')}`) return new Fault('route:not_found')
  const message = `This path does not exist; did you mean /v1/${meant}? GET /v1/openapi.json lists all operations.`
  return new Fault('route:not_found', { message })
}
