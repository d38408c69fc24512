import { z } from 'zod'
import type { EventKind } from '../events.ts'
import type { ProviderChange } from '../provider-events.ts'
import { idOf, named, nameText, optionalIdOf, text, time } from '../schemas.ts'

/** Our headers in a delivery, as the API describes them. A secret header can't have one of these names. */
export const deliveryHeaders = {
  id: { name: 'Webhook-Id', meaning: 'Id of the event, the same in every attempt' },
  timestamp: { name: 'Webhook-Timestamp', meaning: 'Time when this attempt was signed, in Unix seconds' },
  signature: {
    name: 'Webhook-Signature',
    meaning: 'One v1,<base64> for each valid signing secret, separated by spaces',
  },
  replay: { name: 'Webhook-Replay', meaning: 'true when a replay posts the event; absent otherwise' },
  traceparent: { name: 'traceparent', meaning: 'W3C trace of what caused the event, if there is one' },
} as const

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

/** Prefixes of headers that carry the signature, or that servers and proxies act on. */
const forbiddenPrefixes = /^(x-forwarded-|x-original-|x-rewrite-|sec-|proxy-|svix-|webhook-|content-|if-)/i

/** Name of a caller's header: an HTTP token that deliveries don't already use. */
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'must be an HTTP header name')
  .refine((name) => !forbiddenHeaders.has(name.toLowerCase()) && !forbiddenPrefixes.test(name), {
    message: 'is set by every delivery or changes the meaning of the request; choose another, such as X-Webhook-Secret',
  })

const headerValue = z.string().regex(/^[\x20-\x7e]{1,1024}$/, 'must be 1–1024 printable ASCII characters')

/** A header with a secret value, sent with every delivery. The value is write-only. */
export const secretHeader = named(
  'SecretHeader',
  z
    .object({
      name: headerName.describe('Name of the header, such as X-Webhook-Secret'),
      value: headerValue.describe('Secret value, 1 to 1,024 printable ASCII characters; write-only'),
    })
    .strict(),
)

/** An exact kind, all kinds of a noun (`message:*`), everything (`*`), or a name that the webhook's format defines and checks. */
const subscription = text(1, 60)

/** A URL that events are delivered to. Each URL is retried separately. */
const endpoint = named(
  'WebhookEndpoint',
  z.object({
    id: idOf('end'),
    url: z.string().describe('URL that events are posted to'),
    status: z.enum(['active', 'disabled']).describe('A disabled endpoint gets nothing until the webhook is resumed'),
    failingSince: time.nullable().describe('Time of the first failure since the last success; null: none'),
    lastSuccessAt: time.nullable().describe('Time of the last delivery that the receiver accepted; null: none yet'),
    breaker: z
      .object({
        status: z
          .enum(['closed', 'open', 'half_open'])
          .describe('`open`: deliveries wait; `half_open`: one delivery tests the receiver; `closed`: normal'),
        until: time.nullable().describe('End of the pause; null: none'),
      })
      .describe('Pause of deliveries after repeated failures'),
  }),
)

export const webhookFormat = text(1, 40).describe(
  "Format of the payloads; `posthorn`: this API's events. Other APIs have other formats",
)

/** A webhook. Secrets are only shown when created. */
export const webhook = named(
  'Webhook',
  z.object({
    id: idOf('whk'),
    name: z.string().nullable().describe('Your name for the webhook; null: none'),
    url: z.string().describe('First URL that events are posted to'),
    urls: z.array(z.string()).describe('All URLs that events are posted to'),
    endpoints: z.array(endpoint).describe('Status of each URL'),
    events: z.array(z.string()).describe('Subscribed kinds, such as `message:in`, `message:*` or `*`'),
    number: idOf('num').nullable().describe('Only events of this number; null: events of all numbers'),
    secretHeader: z
      .object({ name: z.string().describe('Name of the header; its value is never shown') })
      .nullable()
      .describe('Header sent with every delivery; null: none'),
    ratePerSecond: z
      .number()
      .nullable()
      .describe('Maximum deliveries per second to each URL; null: as fast as the receiver accepts them'),
    format: webhookFormat,
    status: z
      .enum(['active', 'paused', 'disabled'])
      .describe('`paused`, `disabled`: deliveries are parked until the webhook is resumed'),
    createdAt: time,
    updatedAt: time,
  }),
)

const url = z.url().max(2048)

export const webhookFields = {
  name: nameText(100).optional().describe('Your name for it'),
  url: url.optional().describe('URL that events are posted to'),
  urls: z.array(url).min(1).max(5).optional().describe('Up to 5 URLs, instead of `url`'),
  events: z
    .array(subscription)
    .min(1)
    .max(50)
    .describe('Kinds to subscribe to: exact names, all of a noun (`message:*`) or all (`*`)'),
  number: optionalIdOf('num').describe('Only events of this number'),
  secretHeader: secretHeader.optional().describe('Secret header, sent with every delivery'),
  ratePerSecond: z
    .number()
    .min(0.1)
    .max(1000)
    .nullable()
    .optional()
    .describe('Maximum deliveries per second to each URL, half of that in replays; null: no limit'),
}

export const attempt = named(
  'DeliveryAttempt',
  z.object({
    number: z.int().describe('Attempt number, starting at 1'),
    url: z.string().describe('URL of the attempt'),
    startedAt: time,
    latencyMs: z.int().describe('Duration in milliseconds'),
    httpStatus: z.int().nullable().describe('HTTP status; null: there was no response'),
    error: z.string().nullable().describe('Why there was no response; null: there was one'),
    responseHeaders: z.record(z.string(), z.string()).describe('Headers of the response'),
    responseBody: z.string().describe('First 16 KiB of the response'),
  }),
)

const deliveryStatus = named(
  'DeliveryStatus',
  z
    .enum(['waiting', 'parked', 'succeeded', 'exhausted', 'canceled', 'expired'])
    .describe('`parked`: until the webhook is resumed; `exhausted`: given up; `expired`: parked for too long'),
)

/** Delivery of an event to a URL. */
export const delivery = named(
  'Delivery',
  z.object({
    id: idOf('dlv'),
    webhook: idOf('whk'),
    endpoint: idOf('end'),
    url: z.string().describe('URL of the delivery'),
    event: z
      .object({
        id: idOf('evt'),
        event: z.string().describe('Kind of the event'),
        sequence: z.int().describe('Position of the event in the log'),
        at: time.describe('Time of the event, used to select it in statistics and replays'),
      })
      .describe('Event that is delivered'),
    status: deliveryStatus,
    attempts: z.int().describe('Attempts so far'),
    lastHttpStatus: z.int().nullable().describe('HTTP status of the last response; null: none'),
    lastError: z.string().nullable().describe('Why the last attempt got no response; null: it got one'),
    nextAttemptAt: time.nullable().describe('Time of the next attempt; null: none planned'),
    createdAt: time,
    completedAt: time.nullable().describe('Time when the delivery ended; null: not ended'),
  }),
)

export type RecordedData = { event: string; data: Record<string, unknown> }

/** Values to sign: the event's id, the attempt's time in Unix seconds, and the body as sent. */
export type SignedContent = { id: string; timestampSeconds: number; body: string }

export type WebhookSignature = {
  /**
   * How to derive the key from a signing secret. `base64`: the decoded bytes after `whsec_`. `text`: the characters of the whole secret.
   */
  key: 'base64' | 'text'
  /** Returns the headers for an attempt. `hmac` computes a string's HMAC-SHA256 with each valid secret, newest first. */
  headers(
    content: SignedContent,
    hmac: (text: string, encoding: 'base64' | 'hex') => readonly string[],
  ): Record<string, string>
}

/** Body of a delivery, and headers that replace or extend `Content-Type: application/json`. */
export type RenderedEvent = { body: string; headers?: Record<string, string> }

/** Payload format of a webhook: the names it can subscribe to, the payload its receiver gets, and the signature. */
export type WebhookFormat = {
  /** Value of a webhook's `format` field. */
  name: string
  /** Returns the kinds of events that a subscription to this name needs, closest first; undefined if there is no such name. */
  kindsOf(name: string): readonly EventKind[] | undefined
  /** Error message for unknown names. It follows the field's path. */
  unknownName: string
  /** Whether a URL can have only one webhook of this format for a number, regardless of its events. */
  onePerUrl: boolean
  /** Whether an event of a subscribed kind is sent. Default: always. */
  shows?(event: RecordedData, names: readonly string[]): boolean
  /**
   * Renders an event's stored payload for a subscription to these names. Deterministic. `callback`: what the provider sent, if the payload
   * doesn't show all of it.
   */
  render(payload: string, names: readonly string[], callback?: ProviderChange): RenderedEvent
  /**
   * Verification request that a receiver must answer before its webhook is created: query parameters of a GET, and the expected body. Default:
   * none.
   */
  challenge?(verifyToken: string, nonce: string): { query: Record<string, string>; answer: string }
  /** Default: Standard Webhooks. */
  signature?: WebhookSignature
}
