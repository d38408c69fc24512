import type { IncomingMessage } from 'node:http'
import { sameText, type Vault } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { csrfOf } from './token.ts'

type Sent = { req: IncomingMessage; publicUrl: string }

/** Refuses a session's request that wasn't sent by one of this server's pages. Browsers send at least one of the three headers. */
export function refuseOtherPages({ req: { headers }, publicUrl }: Sent): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin') fail('request:cross_site')
    return
  }
  const own = URL.parse(publicUrl)?.origin
  const from = headers.origin ?? URL.parse(headers.referer ?? '')?.origin
  if (own === undefined || from !== own) fail('request:cross_site')
}

/** Refuses a change without the token that only our pages can read. */
export function refuseWithoutCsrf({ req }: Pick<Sent, 'req'>, vault: Pick<Vault, 'derive'>, session: string): void {
  const given = req.headers['csrf']
  if (typeof given !== 'string' || !sameText(given, csrfOf(vault, session))) fail('csrf:invalid')
}

export function isReading(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}
