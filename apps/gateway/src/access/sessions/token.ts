import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { sameText, type Vault } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'

/** A request, and the URL at which browsers reach this API. */
type PageRequest = { req: IncomingMessage; publicUrl: string }

/** Refuses a session's request that wasn't sent by one of this server's pages. Browsers send at least one of the three headers. */
export function refuseOtherPages({ req: { headers }, publicUrl }: PageRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined) {
    if (site !== 'same-origin') fail('request:cross_site')
    return
  }
  const own = URL.parse(publicUrl)?.origin
  const from = headers.origin ?? URL.parse(headers.referer ?? '')?.origin
  if (own === undefined || from !== own) fail('request:cross_site')
}

/** Refuses a change without the token that only our pages can read: another page can make the browser send a request with its cookies. */
export function refuseWithoutCsrf({ req }: Pick<PageRequest, 'req'>, vault: Vault, sessionId: string): void {
  if (isReadMethod(req.method)) return
  const given = req.headers['csrf']
  if (typeof given !== 'string' || !sameText(given, csrfOf(vault, sessionId))) fail('csrf:invalid')
}

/** Whether a request with this method changes nothing. */
export const isReadMethod = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

/** Creates a 256-bit secret for URLs and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns a secret's stored form, which is useless to a reader of the database. */
export const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns the CSRF token that our pages send with each change. It is derived from the session, so it needs no storage. */
export const csrfOf = (vault: Vault, sessionId: string): string =>
  createHmac('sha256', vault.derive('csrf')).update(sessionId).digest('base64url')

/** Whether browsers reach this API by TLS. */
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** Returns the name of a cookie. Its prefix makes browsers require TLS, so it is omitted for plain HTTP. */
const cookieNameOf = (publicUrl: string, plainName: string): string =>
  isSecure(publicUrl) ? `__Host-${plainName}` : plainName

const sessionName = 'posthorn'
const browserName = 'posthorn-browser'
const attemptName = 'posthorn-oidc'
/** How long a sign-in at the identity provider may take. */
export const attemptSeconds = 600
const browserSeconds = 400 * 86_400

/** Returns the value of a cookie; undefined if it is missing or empty. */
function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

/** Returns the secret of the browser's session. */
export const sessionTokenOf = ({ req, publicUrl }: PageRequest): string | undefined =>
  cookieOf(req, cookieNameOf(publicUrl, sessionName))

/** Returns the cookie that marks a browser in which someone has signed in before. */
export const browserMarkOf = ({ req, publicUrl }: PageRequest): string | undefined =>
  cookieOf(req, cookieNameOf(publicUrl, browserName))

/** Returns the header that sets a cookie. Scripts cannot read it, and other sites cannot make the browser send it. */
const setCookie = ({ publicUrl }: Pick<PageRequest, 'publicUrl'>, name: string, valueAndAttributes: string): string =>
  `${cookieNameOf(publicUrl, name)}=${valueAndAttributes}; Path=/; HttpOnly; SameSite=Strict${isSecure(publicUrl) ? '; Secure' : ''}`

/** Returns the header that stores a session in the browser until the browser is closed. */
export const sessionCookie = (exchange: Pick<PageRequest, 'publicUrl'>, token: string): string =>
  setCookie(exchange, sessionName, token)

/** Returns the header that removes the session cookie. */
export const endedCookie = (exchange: Pick<PageRequest, 'publicUrl'>): string =>
  setCookie(exchange, sessionName, '; Max-Age=0')

/** Returns the header that marks a browser as known to a person, so that strangers' attempts can't lock them out of it. */
export const browserCookie = (exchange: Pick<PageRequest, 'publicUrl'>, mark: string): string =>
  setCookie(exchange, browserName, `${mark}; Max-Age=${browserSeconds}`)

/** Returns the header that stores an identity provider sign-in in the browser that started it. */
export const attemptCookie = (exchange: Pick<PageRequest, 'publicUrl'>, sealed: string): string =>
  setCookie(exchange, attemptName, `${sealed}; Max-Age=${attemptSeconds}`)

/** Returns the sealed sign-in that this browser started. */
export const attemptOf = ({ req, publicUrl }: PageRequest): string | undefined =>
  cookieOf(req, cookieNameOf(publicUrl, attemptName))

/** Returns the header that removes a sign-in at the identity provider, because each can be finished only once. */
export const endedAttemptCookie = (exchange: Pick<PageRequest, 'publicUrl'>): string =>
  setCookie(exchange, attemptName, '; Max-Age=0')
