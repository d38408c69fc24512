import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Vault } from '@posthorn/chassis'

/** Makes a random secret of 256 bits, as a text for addresses and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns what is stored of a secret. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns the value that a page of ours sends with each change that it makes in a session. */
export function csrfOf(vault: Pick<Vault, 'derive'>, session: string): string {
  return createHmac('sha256', vault.derive('csrf')).update(session).digest('base64url')
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')

/** Returns the name of a cookie. The prefix makes browsers demand TLS, which plain http has not. */
function nameOf(publicUrl: string, name: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

const sessionName = 'posthorn'
const browserName = 'posthorn-browser'
const browserSeconds = 400 * 86_400

/** Returns the value of a cookie of a request. */
function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

type Sent = { req: IncomingMessage; publicUrl: string }

/** Returns the token of the session of a request. */
export function sessionTokenOf({ req, publicUrl }: Sent): string | undefined {
  return cookieOf(req, nameOf(publicUrl, sessionName))
}

/** Returns the mark of a browser in which someone has signed in before. */
export function browserMarkOf({ req, publicUrl }: Sent): string | undefined {
  return cookieOf(req, nameOf(publicUrl, browserName))
}

function setCookie({ publicUrl }: Pick<Sent, 'publicUrl'>, name: string, rest: string): string {
  return `${nameOf(publicUrl, name)}=${rest}; Path=/; HttpOnly; SameSite=Strict${isSecure(publicUrl) ? '; Secure' : ''}`
}

/** Returns the header that gives a browser its session. */
export function sessionCookie(exchange: Pick<Sent, 'publicUrl'>, token: string): string {
  return setCookie(exchange, sessionName, token)
}

/** Returns the header that takes the session from a browser. */
export function endedCookie(exchange: Pick<Sent, 'publicUrl'>): string {
  return setCookie(exchange, sessionName, '; Max-Age=0')
}

/** Returns the header that marks a browser in which someone has signed in. */
export function browserCookie(exchange: Pick<Sent, 'publicUrl'>, mark: string): string {
  return setCookie(exchange, browserName, `${mark}; Max-Age=${browserSeconds}`)
}
