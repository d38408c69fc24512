import { serviceNames } from '@posthorn/contracts'
import { z } from 'zod'

/** The address of an HTTP server, without a slash at its end. */
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** Settings that every service has, by environment variable. */
export const chassisConfig = {
  DATABASE_URL: z
    .string()
    .min(1)
    .describe("Postgres of this service: postgres://role:password@host/database; the schema is the service's name"),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Highest number of connections to Postgres'),
  NATS_URL: z.string().min(1).describe('NATS server with JetStream, 2.10 or newer: nats://host:4222'),
  BUS_NAME: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/)
    .default('posthorn')
    .describe('Prefix of stream and subjects; two systems on one NATS need different names'),
  BUS_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(1024 ** 2)
    .default(2 * 1024 ** 3)
    .describe('Largest size of the stream of events in bytes; events that a service has not acknowledged stay in it'),
  BUS_CONSUMERS: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(serviceNames)))
    .default([...serviceNames])
    .describe('Services that must have acknowledged an event before it leaves the stream, comma separated'),
  HOST: z.string().default('127.0.0.1').describe('Address the internal RPC server listens on'),
  RPC_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe('Port of the internal RPC server; 0 takes a free one'),
  ROLE: z.enum(['api', 'worker', 'all']).default('all').describe('api answers calls, worker runs loops, all does both'),
  MASTER_KEYS: z
    .string()
    .regex(
      /^\d+:[A-Za-z0-9+/]{43}=(,\d+:[A-Za-z0-9+/]{43}=)*$/,
      'must be <version>:<32 bytes in base64>, several comma separated',
    )
    .describe('Keys that encrypt secrets, newest version first: 1:<32 bytes in base64>'),
  SERVICE_CREDENTIALS: z
    .string()
    .regex(
      /^[\w-]+:[\w-]{32,}(,[\w-]+:[\w-]{32,})*$/,
      'must be <name>:<secret of at least 32 characters>, several comma separated',
    )
    .describe('Credentials that can call this service: name:secret, comma separated'),
  SPOOL_DIR: z
    .string()
    .min(1)
    .default('/tmp')
    .describe('Folder for uploads until they are complete; each is deleted when its call ends'),
  SAFETY_CHECKS: z
    .enum(['enforce', 'skip'])
    .default('enforce')
    .describe(
      'enforce refuses to start with what is unsafe in production: a superuser, a Postgres without fsync, example secrets',
    ),
  RESTORE_GUARD: z
    .enum(['enforce', 'skip'])
    .default('enforce')
    .describe(
      'enforce keeps a service whose Postgres was restored, or failed over, from sending until an operator releases it; skip only where a failover loses nothing',
    ),
  EVENT_RETRY_MS: z.coerce
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('Pause before an event that could not be applied is repeated, multiplied by the attempts so far'),
  FAULT_POINTS: z
    .string()
    .regex(/^[a-z.]+\/[\w.]+@\d+(,[a-z.]+\/[\w.]+@\d+)*$/, 'must be <point>/<detail>@<pass>, several comma separated')
    .optional()
    .describe('For proofs only: places where this process kills itself; never set it where real messages are sent'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe('OpenTelemetry collector for spans, by OTLP over HTTP; absent: spans are not exported'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[\w-]+=([^,%]|%[\da-f]{2})*(,[\w-]+=([^,%]|%[\da-f]{2})*)*$/i,
      'must be <name>=<value>, several comma separated',
    )
    .optional()
    .describe('Headers for the collector, such as its key: name=value, comma separated, values percent-encoded'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Least serious level that is logged'),
}

/** Settings of every service that calls the provider. */
export const cloudConfig = {
  CLOUD_API_URL: httpUrl.default('https://graph.facebook.com').describe('The Cloud API'),
  CLOUD_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default('v24.0')
    .describe('Graph API version in every path'),
}

/** Values of the settings every service has. */
export type ChassisConfig = z.infer<z.ZodObject<typeof chassisConfig>>

/** A wrong or missing setting; the message names every problem, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Settings from the environment. Empty values count as absent. Throws `ConfigError` that lists all problems at once. */
export function parseConfig<S extends z.ZodRawShape>(
  shape: S,
  env: Record<string, string | undefined>,
): z.infer<z.ZodObject<S>> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in shape && value !== undefined && value !== ''),
  )
  const result = z.object(shape).safeParse(given)
  if (result.success) return result.data as z.infer<z.ZodObject<S>>
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`Wrong settings:\n  ${lines.join('\n  ')}`)
}

/** `name:secret,name:secret` as a map. */
export function parseCredentials(list: string): Map<string, string> {
  return new Map(list.split(',').map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]))
}
