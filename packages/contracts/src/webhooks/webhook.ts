import { z } from 'zod'
import { idOf, optionalIdOf } from '../ids.ts'
import { named } from '../names.ts'
import { text, time } from '../primitives.ts'
import { deliveryHeaders } from './delivery-headers.ts'

const forbiddenHeaders = new Set([
  ...Object.values(deliveryHeaders).map(({ name }) => name.toLowerCase()),
  'host',
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'cookie',
  'set-cookie',
  'user-agent',
  'tracestate',
  'accept-encoding',
  'date',
  'forwarded',
  'via',
  'range',
  'origin',
  'max-forwards',
  'http2-settings',
  'alt-used',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  '__proto__',
])

/** Families of headers that carry the signature, or that servers and proxies act on. */
const forbiddenPrefixes = /^(x-forwarded-|x-original-|x-rewrite-|sec-|proxy-|svix-|webhook-|content-|if-)/i

/** Name of a header of the caller: an HTTP token that deliveries do not use themselves. */
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be an HTTP header name')
  .refine((name) => !forbiddenHeaders.has(name.toLowerCase()) && !forbiddenPrefixes.test(name), {
    message: 'is set by every delivery or changes the meaning of the request; choose another, such as X-Webhook-Secret',
  })

const headerValue = z.string().regex(/^[\x20-\x7e]{1,1024}$/, 'must be 1–1024 printable ASCII characters')

/** A header with a secret value that comes with every delivery; the value is write-only. */
export const secretHeader = named('SecretHeader', z.object({ name: headerName, value: headerValue }).strict())

/** An exact kind, all of a noun (`message:*`) or everything (`*`). Checked against the catalogue in `webhooks/contract.ts`. */
export const subscription = text(1, 60)

/** A url that events are delivered to; every url is retried on its own. */
export const endpoint = named(
  'WebhookEndpoint',
  z.object({
    id: idOf('end'),
    url: z.string(),
    state: z.enum(['active', 'disabled']),
    failingSince: time.nullable(),
    lastSuccessAt: time.nullable(),
    breaker: z.object({ state: z.enum(['closed', 'open', 'half_open']), until: time.nullable() }),
  }),
)

/** A webhook of the workspace; secrets never appear after creation. */
export const webhook = named(
  'Webhook',
  z.object({
    id: idOf('whk'),
    name: z.string().nullable(),
    url: z.string(),
    urls: z.array(z.string()),
    endpoints: z.array(endpoint),
    events: z.array(z.string()),
    number: idOf('num').nullable(),
    secretHeader: z.object({ name: z.string() }).nullable(),
    ratePerSecond: z
      .number()
      .nullable()
      .describe('Highest number of deliveries per second to each url; null: no limit but the speed of the receiver'),
    state: z.enum(['active', 'paused', 'disabled']),
    createdAt: time,
    updatedAt: time,
  }),
)

const url = z.url().max(2048)

/** The fields a caller may set. */
export const webhookFields = {
  name: text(1, 100).optional(),
  url: url.optional(),
  urls: z.array(url).min(1).max(5).optional(),
  events: z.array(subscription).min(1).max(50),
  number: optionalIdOf('num').describe('Only events of this number'),
  secretHeader: secretHeader.optional(),
  ratePerSecond: z
    .number()
    .min(0.1)
    .max(1000)
    .nullable()
    .optional()
    .describe(
      'Highest number of deliveries per second to each url, a replay at most half of them; null: no limit but the speed of the receiver',
    ),
}

/** One attempt of a delivery. */
export const attempt = named(
  'DeliveryAttempt',
  z.object({
    number: z.int(),
    url: z.string().nullable().describe('Address of the attempt; null: not recorded'),
    startedAt: time,
    latencyMs: z.int(),
    status: z.int().nullable().describe('HTTP status; null when there was no answer'),
    error: z.string().nullable(),
    responseHeaders: z.record(z.string(), z.string()),
    responseBody: z.string().describe('First 16 KiB'),
  }),
)

/** One event on its way to one url. */
export const delivery = named(
  'Delivery',
  z.object({
    id: idOf('dlv'),
    webhook: idOf('whk'),
    endpoint: idOf('end'),
    url: z.string(),
    event: z.object({ id: idOf('evt'), kind: z.string(), sequence: z.int() }),
    state: z.enum(['waiting', 'parked', 'succeeded', 'exhausted', 'canceled', 'expired']),
    attempts: z.int(),
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    nextAttemptAt: time.nullable(),
    createdAt: time,
    completedAt: time.nullable(),
  }),
)
