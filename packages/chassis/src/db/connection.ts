import pg from 'pg'
import type { ChassisConfig } from '../config.ts'
import { ConfigError } from '../config-error.ts'

/** Runs work on a new connection to Postgres, which is closed afterwards. */
export async function onConnection<T>(options: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(options)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns Postgres settings as a startup option. Spaces and backslashes in values are escaped. */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}

type PoolerSettings = Pick<ChassisConfig, 'DATABASE_URL' | 'DATABASE_POOLER' | 'DATABASE_DIRECT_URL'>

/** The schema to check for, and the timeout. */
type Look = { schema: string; timeoutMs: number }

/** A pooler between a service and Postgres. */
export type Pooler = {
  /** URL of Postgres itself, for migrations. */
  directUrl: string
  /** Whether statements prepared on one Postgres connection work on another. */
  followsStatements: boolean
}

/**
 * Checks that what answers at `DATABASE_URL` matches `DATABASE_POOLER`.
 *
 * @throws ConfigError if a pooler drops connection settings, or the direct URL is missing.
 */
export async function checkPooler(config: PoolerSettings, look: Look): Promise<Pooler | undefined> {
  const { DATABASE_URL: url, DATABASE_POOLER: mode, DATABASE_DIRECT_URL: directUrl } = config
  if (mode === 'none') {
    await refusePooler(url, look)
    return undefined
  }
  if (directUrl === undefined)
    throw new ConfigError('DATABASE_DIRECT_URL: name Postgres itself: migrations cannot pass a pooler')
  return { directUrl, followsStatements: mode === 'session' || (await renamesStatements(url, look)) }
}

/** A pooler refuses connection options or, if configured to, ignores them. Statements would then use another schema. */
async function refusePooler(url: string, { schema, timeoutMs }: Look): Promise<void> {
  const options = startupOptions({ search_path: schema })
  const path = await onConnection(
    { connectionString: url, options, connectionTimeoutMillis: timeoutMs },
    async (client) => {
      const { rows } = await client.query<{ search_path: string }>('show search_path')
      return rows[0]?.search_path
    },
  ).catch((err: Error) => {
    if (/startup parameter/i.test(err.message)) return undefined
    throw err
  })
  if (path !== schema)
    throw new ConfigError(
      'DATABASE_URL: a pooler answers there, which drops the settings of a connection: set DATABASE_POOLER',
    )
}

const statementName = 'posthorn_look'

/** Whether the pooler tracks prepared statements across connections, which it gives its own names there. */
async function renamesStatements(url: string, { timeoutMs }: Look): Promise<boolean> {
  return onConnection({ connectionString: url, connectionTimeoutMillis: timeoutMs }, async (client) => {
    await client.query('begin')
    await client.query({ name: statementName, text: 'select $1::int', values: [1] })
    const found = await client.query(`select from pg_prepared_statements where name = '${statementName}'`)
    // If the pooler doesn't rename it, it stays on the Postgres connection.
    if (found.rowCount !== 0) await client.query(`deallocate ${statementName}`)
    await client.query('rollback')
    return found.rowCount === 0
  })
}
