import { isIPv4 } from 'node:net'
import { z } from 'zod'

export type SmtpServer = {
  host: string
  port: number
  login?: { user: string; pass: string }
  /**
   * `always`: TLS from the start. `required`: STARTTLS. `optional`: STARTTLS if the server offers it, without verifying its certificate.
   */
  tls: 'always' | 'required' | 'optional'
}

const form =
  'must be smtp://user:password@host:587 or smtps://user:password@host:465, special characters percent-encoded'
const ports: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }
const optionalTls = '?starttls=optional'

/** Parses `SMTP_URL`. Error messages never include the value, because it contains a password. */
export const smtpUrl: z.ZodType<SmtpServer, string> = z.string().transform((text, { addIssue }) => {
  const server = readUrl(text)
  if (server) return server
  addIssue(form)
  return z.NEVER
})

/** Reads the parts of the URL. Returns undefined if it is invalid. A mail server on this machine needs no TLS. */
function readUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text)
  if (!url || !isComplete(url)) return undefined
  const { protocol, hostname, port, search } = url
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const isOptional = search === optionalTls || isLoopback(host)
  const tls = protocol === 'smtps:' ? 'always' : isOptional ? 'optional' : 'required'
  const server = { host, port: Number(port || ports[protocol]), tls } as const
  if (url.username === '') return server
  try {
    return { ...server, login: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
  } catch {
    return undefined
  }
}

/** Returns false if part of the URL would be ignored, so that a mistake is reported. */
function isComplete({ protocol, hostname, username, password, pathname, search, hash }: URL): boolean {
  const queries = protocol === 'smtp:' ? ['', optionalTls] : ['']
  return (
    protocol in ports &&
    hostname !== '' &&
    (username === '') === (password === '') &&
    ['', '/'].includes(pathname) &&
    queries.includes(search) &&
    hash === ''
  )
}

/** Whether the mail server is on this machine. */
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
