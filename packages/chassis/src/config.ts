import { serviceNames, unknownSettings } from '@posthorn/contracts'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { credentialsPattern } from './rpc/internal-auth.ts'
import { readSettings } from './setting-files.ts'
import { httpUrl, spanConfig } from './spans/settings.ts'

/** The driver takes other text for the name of a database on this machine. */
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be postgres://role:password@host/database')

export const chassisConfig = {
  DATABASE_URL: postgresUrl.describe(
    "Postgres of this service: postgres://role:password@host/database; the schema is the service's name. ?sslmode= disable, require, verify-ca or verify-full, as psql reads it; the default is plain text",
  ),
  DATABASE_CA_FILE: z
    .string()
    .optional()
    .describe(
      'File in PEM with the authority that signed the certificate of Postgres; without sslmode in the URL, it means verify-full',
    ),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Highest number of connections to Postgres'),
  DATABASE_POOLER: z
    .enum(['none', 'session', 'transaction'])
    .default('none')
    .describe(
      'Mode of the pooler that answers at DATABASE_URL, such as PgBouncer; in transaction mode statements are prepared only where it follows them (max_prepared_statements)',
    ),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      'Postgres itself, with the same role, for migrations; required where DATABASE_POOLER is session or transaction',
    ),
  NATS_URL: z
    .string()
    .regex(
      /^(nats|tls):\/\/[^\s,]+(,\1:\/\/[^\s,]+)*$/,
      'must be nats://host:4222 or tls://host:4222, several comma separated with the same protocol',
    )
    .describe(
      'NATS server with JetStream, 2.10 or newer: nats://user:password@host:4222, or tls:// for TLS from the first byte (handshake_first in its configuration)',
    ),
  NATS_CA: z
    .string()
    .optional()
    .describe("Authority in PEM that signed the certificate of NATS; absent: the system's; best given as NATS_CA_FILE"),
  NATS_CERT: z.string().optional().describe('Certificate in PEM by which this service logs in to NATS, with NATS_KEY'),
  NATS_KEY: z.string().optional().describe('Private key in PEM of NATS_CERT'),
  BUS_NAME: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/)
    .default('posthorn')
    .describe('Prefix of stream and subjects; two systems on one NATS need different names'),
  BUS_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(1024 ** 2)
    .default(1024 ** 3)
    .describe(
      'Largest size of the stream of events in bytes, in the memory of a single NATS; events that a service has not acknowledged stay in it',
    ),
  BUS_REPLICAS: z.coerce
    .number()
    .int()
    .refine((count) => [1, 3, 5].includes(count), 'must be 1, 3 or 5')
    .optional()
    .describe(
      'Servers of a NATS cluster that hold the stream: 3 survive the loss of one; absent: 1 for a new stream, and an existing one keeps what it has',
    ),
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
  ROLE: z
    .enum(['api', 'worker', 'all', 'migrate'])
    .default('all')
    .describe('api answers calls, worker runs loops, all does both; migrate brings the schema up to date and exits'),
  MIGRATIONS: z
    .enum(['apply', 'wait'])
    .default('apply')
    .describe('apply brings the schema up to date at start; wait starts only once a process with ROLE=migrate did so'),
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
      credentialsPattern,
      'must be <name>:<secret of at least 32 characters>, several comma separated; each may have :<scopes> and then :<workspaces>, joined by +',
    )
    .describe(
      'Credentials that can call this service: name:secret, comma separated. One limited to scopes and workspaces: name:secret:read+send:ws_…+ws_…',
    ),
  SPOOL_DIR: z
    .string()
    .min(1)
    .default('/tmp')
    .describe('Folder for uploads until they are complete; each is deleted when its call ends'),
  SAFETY_CHECKS: z
    .enum(['enforce', 'skip'])
    .default('enforce')
    .describe(
      'enforce refuses to start with anything unsafe in production: a superuser, a Postgres without fsync, example secrets',
    ),
  START_WAIT_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .default(120)
    .describe('Longest wait of a start for a Postgres that does not answer, or not in time; after it the start fails'),
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
  ...spanConfig,
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Least serious level that is logged'),
}

export const cloudConfig = {
  CLOUD_API_URL: httpUrl.default('https://graph.facebook.com').describe('The Cloud API'),
  CLOUD_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default('v24.0')
    .describe('Graph API version in every path'),
}

export type ChassisConfig = z.infer<z.ZodObject<typeof chassisConfig>>

/**
 * Reads the settings in `shape` from the environment. Empty values count as absent. `<NAME>_FILE` names a file that contains the value of
 * `<NAME>`. A line break at the end of the file is removed. An unknown variable that looks like a setting is refused as a typo.
 *
 * @throws ConfigError that lists all problems.
 */
export function parseConfig<S extends z.ZodRawShape>(
  shape: S,
  env: Record<string, string | undefined>,
): z.infer<z.ZodObject<S>> {
  const { values, problems } = readSettings(Object.keys(shape), env)
  problems.push(...unknownSettings(Object.keys(shape), env), ...tooLongTimes(values))
  const result = z.object(shape).safeParse(values)
  if (result.success && problems.length === 0) return result.data as z.infer<z.ZodObject<S>>
  const named = new Set(problems.map(([name]) => name))
  const issues = (result.error?.issues ?? []).filter(({ path }) => !named.has(String(path[0])))
  const lines = [...problems, ...issues.map(({ path, message }) => [path.join('.'), message] as const)]
  throw new ConfigError(`Wrong settings:\n  ${lines.map(([name, message]) => `${name}: ${message}`).join('\n  ')}`)
}

/** Well below 2^31 ms, because some settings are multiplied by up to ten. */
const timeHoursMax = 24
const timeName = /_(MS|SECONDS|TIMEOUT|DELAY)$/

/** Returns the problems of times that are too long: timers of more than 2^31 ms fire at once. */
function tooLongTimes(values: Record<string, string>): [name: string, message: string][] {
  const secondsOf = ([name, value]: [string, string]) => Number(value) / (name.endsWith('_SECONDS') ? 1 : 1_000)
  return Object.entries(values)
    .filter((entry) => timeName.test(entry[0]) && secondsOf(entry) > timeHoursMax * 3_600)
    .map(([name]) => [name, `must be at most ${timeHoursMax} hours`])
}
