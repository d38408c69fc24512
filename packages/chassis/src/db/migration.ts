import type { Constructor } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'
import pg from 'pg'
import { startupOptions } from './connection.ts'

/** One numbered step of a schema: never edited once released. `concurrent`: it runs outside of a transaction. */
export type MigrationStep = { name: string; statements: string[]; concurrent?: true } & MigrationBounds

/** `safeSince`: the earlier migration since whose release no code relies on what this one takes away or forbids. */
export type MigrationBounds = { safeSince?: string }

/** States a migration: a numbered name and the statements that run in one transaction. */
export function migration(name: string, statements: string[], bounds: MigrationBounds = {}): MigrationStep {
  return { name, statements, ...bounds }
}

/** An index that is built while its table is read and written. */
export type ConcurrentIndex = { name: string; definition: string; unique?: true }

/**
 * States a migration that builds indexes while their tables are in use: `definition` is what follows the name, from `on`. An index that
 * a build left unfinished is dropped first, so that a migration that was cut off begins again.
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

/** Runs statements one by one, each by itself. */
export type RunOutside = (statements: readonly string[]) => Promise<void>

/** Runs statements on a connection of its own, outside of any transaction and without a limit of time. */
export async function runOutside(
  statements: readonly string[],
  { url, schema, role }: { url: string; schema: string; role: string },
): Promise<void> {
  const options = startupOptions({ role, search_path: schema, statement_timeout: '0' })
  const client = new pg.Client({ connectionString: url, options, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The step in the form the migrator takes. */
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
