import { setTimeout as pause } from 'node:timers/promises'
import type { Constructor } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { isLockTimeout } from '../faults.ts'
import type { Log } from '../log.ts'
import { onConnection, startupOptions } from './connection.ts'
import { sql } from './statement.ts'

/** A numbered schema change, never edited once released. `concurrent`: runs outside a transaction. */
export type MigrationStep = { name: string; statements: string[]; concurrent?: true } & MigrationBounds

/** `safeSince`: first migration whose release no longer uses what this one drops. */
type MigrationBounds = { safeSince?: string }

/** Defines a migration that runs in a transaction. */
export function migration(name: string, statements: string[], bounds: MigrationBounds = {}): MigrationStep {
  return { name, statements, ...bounds }
}

type ConcurrentIndex = { name: string; definition: string; unique?: true }

/**
 * Defines a migration that builds indexes while their tables are in use. `definition`: the text after the index name, starting with `on`.
 * An unfinished index is dropped first, so that an interrupted migration can restart.
 */
export function concurrentIndexes(
  name: string,
  indexes: ConcurrentIndex[],
  bounds: MigrationBounds = {},
): MigrationStep {
  const statements = indexes.flatMap(({ name: index, definition, unique }) => [
    `drop index concurrently if exists ${index}`,
    `create ${unique ? 'unique ' : ''}index concurrently ${index} ${definition}`,
  ])
  return { name, statements, concurrent: true, ...bounds }
}

export type RunOutside = (statements: readonly string[]) => Promise<void>

/** Runs statements on a separate connection, outside a transaction, because Postgres builds indexes concurrently only there. */
export async function runOutside(
  statements: readonly string[],
  { url, schema, role }: { url: string; schema: string; role: string },
): Promise<void> {
  const options = startupOptions({ role, search_path: schema, statement_timeout: '0' })
  await onConnection({ connectionString: url, options, keepAlive: true }, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

/** Returns a step in the ORM's form. `outside` runs the statements of concurrent steps. */
export function toMigration(step: MigrationStep, outside: RunOutside): { name: string; class: Constructor<Migration> } {
  return {
    name: step.name,
    class: class extends Migration {
      override isTransactional(): boolean {
        return !step.concurrent
      }
      override async up(): Promise<void> {
        if (step.concurrent) return await outside(step.statements)
        for (const statement of step.statements) this.addSql(statement)
      }
    },
  }
}

const lockTriesMax = 60
const lockPauseMs = 500

/** Intervals in milliseconds: between attempts to become the migrating process, and between status lines. */
const turnPauseMs = 100
const turnLineMs = 10_000

type MigrateOptions = { schema: string; log: Log; renew(): Promise<void> }

/** Updates a schema: runs missing migrations, each in its own transaction, then renews partitions and row security. */
export async function migrateSchema(orm: MikroORM, opts: MigrateOptions): Promise<void> {
  const started = Date.now()
  await orm.connect()
  const lockHolder = orm.em.fork() as EntityManager
  await lockHolder.transactional(async (em) => {
    // This transaction only holds the lock, and is idle while the migrations run.
    await sql(em, `set local idle_in_transaction_session_timeout = 0`)
    await waitForTurn(em, opts)
    await retryLocks(opts.log, async () => {
      await orm.migrator.up()
      await opts.renew()
    })
  })
  opts.log.debug({ tookMs: Date.now() - started }, 'database.migrated')
}

/**
 * Returns whether all migrations have been applied and no process is changing the schema. The shared lock excludes a migrating process, but
 * not others that check.
 */
export async function isMigrated(orm: MikroORM, schema: string): Promise<boolean> {
  await orm.connect()
  const shareTurn = `select pg_try_advisory_xact_lock_shared(${turnOf(schema)}) as taken`
  const [turn] = await sql<{ taken: boolean }>(orm.em.fork() as EntityManager, shareTurn)
  return turn?.taken === true && (await orm.migrator.getPending()).length === 0
}

/**
 * SQL expression for the lock of the process that migrates this schema. Not a parameter: a statement with parameters would leave a portal
 * open, and with it a snapshot, until the next statement.
 */
const turnOf = (schema: string): string => `hashtext('migrate ${schema}')`

/**
 * Waits until no other process is migrating this schema, and keeps others waiting until the transaction ends. It polls, because a statement
 * that waits for the lock would hold a snapshot, and concurrent index builds wait for all older snapshots.
 */
async function waitForTurn(em: EntityManager, { schema, log }: MigrateOptions): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += turnPauseMs) {
    const [row] = await sql<{ taken: boolean }>(em, `select pg_try_advisory_xact_lock(${turnOf(schema)}) as taken`)
    if (row?.taken) return
    if (waitedMs > 0 && waitedMs % turnLineMs === 0) log.info({ waitedMs }, 'database.migrating_elsewhere')
    await pause(turnPauseMs)
  }
}

/** Changes the schema during normal operation. A change that doesn't get its lock in time lets others pass, and is tried up to `lockTriesMax` times. */
async function retryLocks(log: Log, change: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await change()
    } catch (err) {
      if (!isLockTimeout(err) || tries >= lockTriesMax) throw err
      log.warn({ tries }, 'database.change_waits')
      await pause(lockPauseMs)
    }
  }
}
