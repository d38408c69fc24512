import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** Connection URL of the superuser of the Postgres that serves the whole test run. */
export const postgresUrl = (): string => inject('postgresUrl')

/** A database of a test's own. */
export type TestDatabase = {
  /** Connection URL of the superuser, on this database. */
  url: string
  name: string
  /** Removes it and ends its connections. Safe to call twice. */
  drop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Makes a database of the caller's own by copying a migrated template, which takes some 20 ms. The first caller of
 * the run makes the template and migrates it; others, in whatever test process, wait for it.
 *
 * @param template a name for what `migrate` makes, such as `messaging`.
 * @param migrate brings the empty database at the URL to its schema and closes its connections.
 */
export const cloneDatabase = async (
  template: string,
  migrate: (url: string) => Promise<void>,
): Promise<TestDatabase> => {
  const source = `template_${template}`
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await onServer(async (server) => {
    await server.query('select pg_advisory_lock($1)', [lockKey(source)])
    // A template counts as made only when marked, so one whose migration failed is made anew.
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1 and datistemplate', [source])
    if (rowCount === 0) {
      await server.query(`drop database if exists ${quoted(source)} with (force)`)
      await server.query(`create database ${quoted(source)}`)
      await migrate(urlOf(source))
      await server.query(`alter database ${quoted(source)} is_template true`)
    }
    // The default strategy writes every page to the log: four times the CPU.
    await server.query(`create database ${quoted(name)} template ${quoted(source)} strategy file_copy`)
  })
  const drop = () =>
    onServer(async (server) => void (await server.query(`drop database if exists ${quoted(name)} with (force)`)))
  return { url: urlOf(name), name, drop, [Symbol.asyncDispose]: drop }
}

const onServer = async (work: (server: Client) => Promise<void>): Promise<void> => {
  const server = new Client({ connectionString: postgresUrl() })
  await server.connect()
  try {
    await work(server)
  } finally {
    // Ending the session gives its advisory lock back.
    await server.end()
  }
}

const urlOf = (database: string): string => {
  const url = new URL(postgresUrl())
  url.pathname = `/${database}`
  return url.href
}

const lockKey = (name: string): string => createHash('sha256').update(name).digest().readBigInt64BE().toString()

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
