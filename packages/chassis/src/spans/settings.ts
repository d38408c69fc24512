import { z } from 'zod'

/** An address that paths are appended to: in ASCII, as headers need it, and without a trailing slash. */
export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment')
  .transform((url) => new URL(url).href.replace(/\/+$/, ''))

/** The address of the public API, without a trailing slash. Its pages and cookies are for a whole host, so it has no path. */
export const publicUrl = httpUrl.refine((url) => url === URL.parse(url)?.origin, {
  message: 'must have no path and no user: give Posthorn a host name, such as https://posthorn.example.com',
})

const listPattern = /^[\w.-]+=([^,%]|%[\da-f]{2})*(,[\w.-]+=([^,%]|%[\da-f]{2})*)*$/i

const pairs = z.string().regex(listPattern, 'must be <name>=<value>, several comma separated')

/** Span settings: OpenTelemetry's variables, as its specification defines them. */
export const spanConfig = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('true: spans are not exported'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('none: spans are not exported'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe('OpenTelemetry collector for spans, by OTLP over HTTP; absent: spans are not exported'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Whole address for spans, in place of /v1/traces below OTEL_EXPORTER_OTLP_ENDPOINT'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .optional()
    .describe('Headers for the collector, such as its key: name=value, comma separated, values percent-encoded'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.optional().describe('Headers for spans, over those for the collector'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json'], 'must be http/json: collectors accept it at the same port as http/protobuf')
    .default('http/json')
    .describe('Form in which spans are exported'),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce
    .number()
    .int()
    .min(1)
    .default(3_000)
    .describe('Milliseconds that the collector may take for a batch of spans'),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['none', 'gzip']).default('none').describe('Compression of exported spans'),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('Name of the service in its spans; absent: the name of the service'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .optional()
    .describe(
      'Attributes of all spans of a process, such as deployment.environment.name=production: name=value, comma separated, values percent-encoded',
    ),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on')
    .describe('Traces that are recorded; parentbased: what the caller decided, and by the rest where no caller did'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces that a sampler by trace id records, 0 to 1'),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(1_000)
    .describe('Milliseconds that a span waits to be exported with others'),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .default(8_192)
    .describe('Spans that wait to be exported at most; more are dropped'),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .default(512)
    .describe('Spans that are exported at once at most'),
}

export type SpanConfig = z.infer<z.ZodObject<typeof spanConfig>>

/** Parses `name=value` pairs with percent-encoded values. */
export function readPairs(list = ''): Record<string, string> {
  const parts = list.split(',').filter((pair) => pair !== '')
  const entries = parts.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  return Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value)]))
}
