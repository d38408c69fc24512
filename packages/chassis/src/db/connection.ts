import pg from 'pg'
import type { ChassisConfig } from '../config.ts'
import { ConfigError } from '../config-error.ts'

/**
 * Runs work on a separate connection, outside the pool, and closes it afterward. A connection that breaks while idle must not end the
 * process; the next query reports it.
 */
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

/** Returns Postgres settings as a startup option, with spaces and backslashes in values escaped. */
export const startupOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ')

type PoolerSettings = Pick<ChassisConfig, 'DATABASE_URL' | 'DATABASE_POOLER' | 'DATABASE_DIRECT_URL'>

type CheckOptions = { schema: string; timeoutMs: number }

export type Pooler = {
  /** URL of Postgres itself, for migrations. */
  directUrl: string
  /** Whether a statement prepared on one Postgres connection also works on another. */
  followsStatements: boolean
}

/**
 * Checks the server at `DATABASE_URL`. Returns undefined if `DATABASE_POOLER` is `none`.
 *
 * @throws ConfigError if `DATABASE_POOLER` is `none` but a pooler that drops connection settings responds, or if `DATABASE_DIRECT_URL` is
 * missing in another mode, or set without one.
 */
export async function checkPooler(config: PoolerSettings, opts: CheckOptions): Promise<Pooler | undefined> {
  const { DATABASE_URL: url, DATABASE_POOLER: mode, DATABASE_DIRECT_URL: directUrl } = config
  if (mode === 'none') {
    if (directUrl !== undefined)
      throw new ConfigError('DATABASE_DIRECT_URL: needs DATABASE_POOLER; without a pooler, set DATABASE_URL alone')
    await refusePooler(url, opts)
    return undefined
  }
  if (directUrl === undefined)
    throw new ConfigError('DATABASE_DIRECT_URL: name Postgres itself: migrations cannot pass a pooler')
  return { directUrl, followsStatements: mode === 'session' || (await renamesStatements(url, opts)) }
}

/** Throws if the pooler rejects connection options or, if so configured, ignores them. Statements would then use another schema. */
async function refusePooler(url: string, { schema, timeoutMs }: CheckOptions): Promise<void> {
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

/**
 * Returns whether the pooler tracks prepared statements across connections. If so, it renames them on the Postgres connection. A
 * transaction keeps one Postgres connection for all statements.
 */
async function renamesStatements(url: string, { timeoutMs }: CheckOptions): Promise<boolean> {
  return onConnection({ connectionString: url, connectionTimeoutMillis: timeoutMs }, async (client) => {
    await client.query('begin')
    await client.query({ name: statementName, text: 'select $1::int', values: [1] })
    const found = await client.query(`select from pg_prepared_statements where name = '${statementName}'`)
    // If the pooler didn't rename the statement, it remains on the Postgres connection.
    if (found.rowCount !== 0) await client.query(`deallocate ${statementName}`)
    await client.query('rollback')
    return found.rowCount === 0
  })
}
