import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { type Roles, withDatabaseTls } from '@posthorn/chassis'
import { ownDatabaseName, type RunFile } from '@posthorn/client'
import { type ServiceName, serviceNames } from '@posthorn/contracts'
import { Client } from 'pg'
import { readJsonFile, type Secrets } from '../data-folder.ts'
import { databaseSetting } from '../settings.ts'
import { StartError } from '../terminal.ts'

/** A service's schema, accessed with the role that runs its migrations. */
export type Schema = {
  service: ServiceName
  client: Client
  roles: Roles
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
}

/** An installation that a workspace moves out of or into. */
export type Cell = {
  schemas: Record<ServiceName, Schema>
  masterKeys: string
  /** Directory or bucket with the contents of the files. */
  files: { folder: string } | { bucket: string }
  close(): Promise<void>
}

type CellSettings = { urls: Record<ServiceName, string>; masterKeys: string; files: Cell['files'] }

/**
 * Opens a cell. `path` is a launcher's data folder, or a file with the settings of the cell's services.
 *
 * @throws StartError if the settings can't be read, or a service's Postgres can't be reached.
 */
export async function openCell(path: string): Promise<Cell> {
  const { urls, ...settings } = readCellSettings(path)
  const opened: Schema[] = []
  const close = async () => void (await Promise.all(opened.map(({ client }) => client.end())))
  try {
    for (const service of serviceNames) opened.push(await openSchema(service, urls[service]))
  } catch (error) {
    await close()
    throw error
  }
  const schemas = Object.fromEntries(opened.map((schema) => [schema.service, schema])) as Cell['schemas']
  return { ...settings, schemas, close }
}

/** Reads what opens a cell, from a data folder or a file. */
function readCellSettings(path: string): CellSettings {
  if (!existsSync(path)) throw new StartError(`${path}: is neither a data folder nor a file of settings`)
  return statSync(path).isDirectory() ? settingsOfDataFolder(path) : settingsOfFile(path)
}

/**
 * Returns the settings of a cell that the launcher runs. Services without their own URL use the common database. If the launcher also runs
 * Postgres, the URL in `run.json` leads to the administrator's database instead, so its path is replaced.
 */
function settingsOfDataFolder(folder: string): CellSettings {
  const run = readJsonFile(join(folder, 'run.json'), 'start the system again') as RunFile | undefined
  const secrets = readJsonFile(join(folder, 'secrets.json')) as Secrets | undefined
  if (!run || !secrets) throw new StartError(`no system runs on ${folder}: start it, both cells must run`)
  const own = new URL(run.databaseUrl)
  if (run.processes['postgres'] !== undefined) own.pathname = `/${ownDatabaseName}`
  const url = (service: ServiceName) => run.databaseUrls[service] ?? own.href
  return { urls: urlsByService(url), masterKeys: secrets.masterKeys, files: { folder: join(folder, 'files') } }
}

/**
 * Returns the settings of a cell from a file with the environment of its services. Prefers the direct URL, because a move needs sessions,
 * which a pooler doesn't keep.
 */
function settingsOfFile(path: string): CellSettings {
  const env = parseEnv(readFileSync(path, 'utf8'))
  const settingOf = (...names: string[]) => names.find((name) => env[name]) ?? failWithout(path, names)
  const required = (...names: string[]) => env[settingOf(...names)] as string
  const bucket = env['FILES_BUCKET']
  return {
    urls: urlsByService((service) => {
      const name = settingOf(databaseSetting(service), 'DATABASE_DIRECT_URL', 'DATABASE_URL')
      return withDatabaseTls(env[name] as string, env['DATABASE_CA_FILE'], name)
    }),
    masterKeys: required('MASTER_KEYS'),
    files: bucket
      ? { bucket: `${env['FILES_S3_URL'] ?? ''} ${bucket}` }
      : { folder: required('FILES_DIR', 'FILES_BUCKET') },
  }
}

function failWithout(path: string, names: readonly string[]): never {
  throw new StartError(`${path}: lacks ${names.join(' or ')}`)
}

const urlsByService = (urlOf: (service: ServiceName) => string): Record<ServiceName, string> =>
  Object.fromEntries(serviceNames.map((service) => [service, urlOf(service)])) as Record<ServiceName, string>

/** Long enough for a busy machine. */
const connectTimeoutMs = 30_000

/** Connects to a service's schema as the role that owns its tables. The names of the other roles follow from that role's name. */
async function openSchema(service: ServiceName, url: string): Promise<Schema> {
  const client = new Client({
    connectionString: url,
    application_name: 'posthorn move',
    connectionTimeoutMillis: connectTimeoutMs,
  })
  client.on('error', () => {})
  const rows = async <T extends object>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as T[]
  try {
    await client.connect()
    const [table] = await rows<{ owner: string }>(
      'select tableowner as owner from pg_tables where schemaname = $1 limit 1',
      [service],
    )
    const owner = table?.owner ?? ''
    const request = owner.replace(/_owner$/, '')
    if (request === owner) throw new Error(`the schema ${service} has no owner of its own`)
    await client.query(
      `set role "${owner}"; set search_path = ${service}; set timezone = 'UTC'; set lock_timeout = '1s'`,
    )
    return { service, client, rows, roles: { owner, request, sweep: `${request}_sweep` } }
  } catch (error) {
    await client.end().catch(() => {})
    throw new StartError(`${service}: its Postgres cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

const triesMax = 60
const betweenTriesMs = 300
/** One in this many attempts waits longer. After a second of waiting, Postgres cancels an autovacuum that blocks the lock. */
const longTryEvery = 6

/**
 * Runs work in a transaction that locks entire tables. Other sessions queue behind a waiting table lock, so if a table is in use, the
 * attempt is soon abandoned and retried.
 *
 * @throws StartError if a table was in use at each attempt.
 */
export async function withTableLocks(schema: Schema, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(schema, async () => {
        await schema.client.query(`set local lock_timeout = '${tries % longTryEvery === 0 ? 1_500 : 200}ms'`)
        await work()
      })
    } catch (error) {
      const isBusy = ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
      if (!isBusy) throw error
      if (tries === triesMax) throw new StartError(`${schema.service}: its tables stay in use`, { cause: error })
      await pause(betweenTriesMs)
    }
  }
}

/** Runs work in a transaction on a schema. Commits when the work resolves and rolls back when it rejects. */
export async function inTransaction<T>({ client }: Schema, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const value = await work()
    await client.query('commit')
    return value
  } catch (error) {
    // The first error says more than one about a lost connection.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
