import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** The simulator for the whole test run. Its numbers are independent. A test that stops a simulator must start its own. */
export const sharedSimulator = (): { url: string } => ({ url: inject('simulatorUrl') })

/** URL of the test run's NATS server with JetStream. Use unique names for streams and subjects. */
export const natsUrl = (): string => inject('natsUrl')

/** Superuser's connection URL for the test run's Postgres. */
export const postgresUrl = (): string => inject('postgresUrl')

export type TestDatabase = {
  /** Superuser's connection URL for this database. */
  url: string
  name: string
  /** Drops the database and ends its connections. Idempotent. */
  drop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Creates a database by copying a migrated template, which takes about 20 ms. The server's first caller creates and migrates the template;
 * other callers, in any test process, wait for it.
 * @param template a name for the result of `migrate`, such as `messaging`.
 * @param migrate migrates the empty database at the URL, and closes its connections.
 */
export const cloneDatabase = async (
  template: string,
  migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> => {
  const source = `template_${template}`
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await onServer(async (server) => {
    await server.query('select pg_advisory_lock($1)', [lockKey(source)])
    // A database can be used as a template only once it is marked as one, so a database whose migration failed is recreated.
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1 and datistemplate', [source])
    if (rowCount === 0) {
      await server.query(`drop database if exists ${quoted(source)} with (force)`)
      await server.query(`create database ${quoted(source)}`)
      await migrate(urlOf(source))
      await server.query(`alter database ${quoted(source)} is_template true`)
    }
    // The default strategy logs every page, which takes four times the CPU.
    await server.query(`create database ${quoted(name)} template ${quoted(source)} strategy file_copy`)
  })
  const drop = () =>
    onServer(async (server) => void (await server.query(`drop database if exists ${quoted(name)} with (force)`)))
  return { url: urlOf(name), name, drop, [Symbol.asyncDispose]: drop }
}

/** Runs `work` with a superuser's connection to the Postgres that all tests share. */
const onServer = async (work: (server: Client) => Promise<void>): Promise<void> => {
  const server = new Client({ connectionString: postgresUrl() })
  await server.connect()
  try {
    await work(server)
  } finally {
    // Ending the session releases its advisory lock.
    await server.end()
  }
}

/** Returns the URL of a database on the server that all tests share. */
const urlOf = (database: string): string => {
  const url = new URL(postgresUrl())
  url.pathname = `/${database}`
  return url.href
}

/** Returns the number of the advisory lock for a name. Postgres has locks for numbers only. */
const lockKey = (name: string): string => createHash('sha256').update(name).digest().readBigInt64BE().toString()

/** Quotes a name for SQL. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * The row to copy, how many copies to make, and how they differ: an SQL expression for a JSON object, which can use row `t` and number `i`.
 */
type Copies = {
  table: string
  where: string
  params: unknown[]
  count: number
  changes: string
  /** Number of the first copy. Default: 1. */
  first?: number
}

/** Returns SQL for the id of copy `i` of row `t`: it has the same time, but digits instead of random bits. */
export const copiedId = (column: string): string => `left(t.${column}, -16) || lpad(i::text, 16, '0')`

/** Makes many copies of a row that the product created, except those that exist. Creating them through the API would take an hour. */
export async function copyRow(
  administrator: { rows<T extends object>(text: string, values: unknown[]): Promise<T[]> },
  { table, where, params, count, changes, first = 1 }: Copies,
): Promise<void> {
  // Generated columns accept no value, not even the copied one.
  const [{ columns, copied } = { columns: '*', copied: '*' }] = await administrator.rows<{
    columns: string
    copied: string
  }>(
    `select string_agg(quote_ident(attname), ', ') as columns, string_agg('copy.' || quote_ident(attname), ', ') as copied
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  // As a row source, the record is computed once for each row; `(record).*` would compute it once for each column.
  await administrator.rows(
    `insert into ${table} (${columns}) select ${copied}
     from (select * from ${table} where ${where} limit 1) t, generate_series(${first}, ${first + count - 1}) i,
       lateral jsonb_populate_record(null::${table}, to_jsonb(t) || ${changes}) copy
     on conflict do nothing`,
    params,
  )
}

/**
 * Returns SQL for committed events that haven't been published, with `id` and `created_at`. `schema`: the service's schema. Default: the
 * connection's.
 */
export function unpublishedSql(schema?: string): string {
  const of = schema === undefined ? '' : `${schema}.`
  return `(select unnest(ids) as id, created_at from ${of}outbox_batch where js_seq is null)`
}
