import { isIPv4 } from 'node:net'
import { publicUrl, type ServiceConfig } from '@posthorn/chassis'
import { z } from 'zod'

export type SmtpServer = {
  host: string
  port: number
  login?: { user: string; pass: string }
  /** `always`: TLS from the start. `required`: STARTTLS. `optional`: STARTTLS if the server offers it, with any certificate. */
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
  if (!url || !isUsableInFull(url)) return undefined
  const { protocol, port, search } = url
  // Only in a URL of the web, a host is put in lower case, and a name with other letters in ASCII.
  const host = URL.parse(`http://${url.hostname}`)?.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === undefined) return undefined
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

/** Whether the URL has all parts that are needed and none that would be ignored, so that a mistake is reported. */
function isUsableInFull({ protocol, hostname, port, username, password, pathname, search, hash }: URL): boolean {
  const queries = protocol === 'smtp:' ? ['', optionalTls] : ['']
  return (
    protocol in ports &&
    hostname !== '' &&
    port !== '0' &&
    (username === '') === (password === '') &&
    ['', '/'].includes(pathname) &&
    queries.includes(search) &&
    hash === ''
  )
}

/** Whether a host, as in a URL or without its brackets, is this machine. */
export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'))

const port = z.coerce.number().int().min(0).max(65_535)
const perSecond = z.coerce.number().positive().max(1_000_000)
const burst = z.coerce.number().int().min(1).max(10_000_000)
/** Returns the setting for a service's address. The default is its host name in the Compose file. */
const serviceUrl = (name: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(`http://${name}:4000`)
    .describe(`Address of the ${name} service`)

/** Returns a host in the form that requests and settings are compared in: without case and the trailing dot of a full domain name. */
export const hostOf = (text: string) => text.toLowerCase().replace(/\.(?=:\d+$|$)/, '')

const hostNames = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((host) => hostOf(host.trim()) || []))
  .pipe(z.array(z.string().regex(/^[\w.-]+(:\d+)?$/, 'must be host names such as api.example.com, comma separated')))

/** Gateway settings, in addition to those of every service. */
export const config = {
  PORT: port.default(3000).describe('Port of the public API; 0 takes a free one'),
  PUBLIC_HOST: z.string().min(1).default('127.0.0.1').describe('Address the public API listens on'),
  PUBLIC_URL: publicUrl
    .optional()
    .describe('Address of the public API for links in responses, without a path; absent: the Host of each request'),
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      'Mail server: smtp://user:password@host:587, which must offer STARTTLS unless the host is loopback or the URL ends in ?starttls=optional, or smtps://user:password@host:465; needs MAIL_FROM and PUBLIC_URL; absent: no mail',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>"\p{C}]+ <[^<>@\s\p{C}]+@[^<>@\s\p{C}]+>|[^<>@\s\p{C}]+@[^<>@\s\p{C}]+)$/u,
      'must be posthorn@example.com or Posthorn <posthorn@example.com>',
    )
    .transform((sender) => {
      const [, name = '', address = ''] = /^(?:(.+) <)?([^<>]+)>?$/.exec(sender) ?? []
      return { name, address }
    })
    .optional()
    .describe('Sender of mails: posthorn@example.com or Posthorn <posthorn@example.com>; needs SMTP_URL'),
  ALLOW_PRIVATE_ADDRESSES: z
    .stringbool()
    .default(false)
    .describe('Push services may use http and private addresses; for one machine of a developer only'),
  OIDC_ISSUER: z
    .url()
    .refine(
      (url) => url.startsWith('https:') || (url.startsWith('http:') && isLoopback(URL.parse(url)?.hostname ?? '')),
      'must be an https address',
    )
    .optional()
    .describe(
      'Issuer of the identity provider (OpenID Connect) that people can sign in with; needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and PUBLIC_URL; absent: none',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('Client that the identity provider knows Posthorn as'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Secret of that client'),
  OIDC_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('single sign-on')
    .describe('Name of the identity provider on the button of the sign-in page'),
  DIALECT_HOSTS: hostNames.describe(
    'Host names on which the established v1 dialect is served, comma separated; it is always served below /compat',
  ),
  GRAPH_HOSTS: hostNames.describe(
    'Host names on which programs for the Cloud API are served, comma separated; they are always served below /graph',
  ),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^[0-9a-fA-F.:/]+(,[0-9a-fA-F.:/]+)*$/, 'must be addresses or ranges such as 10.0.0.0/8, comma separated')
    .refine(
      (list) =>
        list.split(',').every((each) => z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).safeParse(each).success),
      'must be addresses or ranges such as 10.0.0.0/8, comma separated',
    )
    .optional()
    .describe(
      'Proxies in front of the public API whose X-Forwarded-For is trusted: addresses or ranges, comma separated; absent: none',
    ),
  CREDENTIAL: z
    .string()
    .regex(/^[\w-]+:[\w-]{32,}$/, 'must be <name>:<secret of at least 32 characters>')
    .describe('Credential of the gateway at the services: name:secret, one of their SERVICE_CREDENTIALS'),
  MESSAGING_URL: serviceUrl('messaging'),
  CONTACTS_URL: serviceUrl('contacts'),
  GROUPS_URL: serviceUrl('groups'),
  NUMBERS_URL: serviceUrl('numbers'),
  WEBHOOKS_URL: serviceUrl('webhooks'),
  SERVICE_WAIT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(20_000)
    .default(8_000)
    .describe('Time for which calls wait for a service that cannot be reached, such as one that is being restarted'),
  SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(30_000)
    .default(15_000)
    .describe(
      'Time in which a service must answer; otherwise, the request gets 503. Uploads, long polls and calls of the provider may take longer',
    ),
  RATE_LIMIT_KEY_PER_SECOND: perSecond.default(50).describe('Requests per second of one API key, over all gateways'),
  RATE_LIMIT_KEY_BURST: burst.default(100).describe('Requests that one API key can make at once'),
  RATE_LIMIT_WORKSPACE_PER_SECOND: perSecond
    .default(100)
    .describe('Requests per second of one workspace, over all gateways'),
  RATE_LIMIT_WORKSPACE_BURST: burst.default(200).describe('Requests that one workspace can make at once'),
  LOAD_TARGET_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(80)
    .describe(
      'Target in milliseconds for nine of ten calls of a service; above it, requests are refused, those that can wait first',
    ),
  IN_FLIGHT_KEY_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(50)
    .describe(
      'Requests of one API key that one gateway processes at once; streams, long polls and uploads are counted separately',
    ),
  IN_FLIGHT_WORKSPACE_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('Requests of all keys and sessions of one workspace that one gateway processes at once'),
  BODIES_MIB_MAX: z.coerce
    .number()
    .int()
    .min(24)
    .max(16_384)
    .default(64)
    .describe(
      'MiB of request bodies that one gateway holds in memory at once; a workspace may have a quarter, an address without a proven caller half',
    ),
  ASSISTANT_RECIPIENTS_CALL_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000)
    .default(50)
    .describe('Most people whom one call of an assistant over MCP may send to'),
  ASSISTANT_RECIPIENTS_DAY_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .default(500)
    .describe('Most people whom assistants with one key may send to in a day (UTC)'),
  RATE_LIMIT_REFUSED_PER_SECOND: perSecond
    .default(20)
    .describe('Refused API keys per second from one address, or one IPv6 network of 64 bits'),
  RATE_LIMIT_REFUSED_BURST: burst
    .default(200)
    .describe('Refused API keys from one address, or one IPv6 network of 64 bits, at once'),
}

export type GatewayConfig = ServiceConfig<typeof config>
