import type { Constructor } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'
import pg from 'pg'
import { startupOptions } from './connection.ts'

/** A numbered change of a schema, never edited once released. `concurrent`: runs outside a transaction. */
export type MigrationStep = { name: string; statements: string[]; concurrent?: true } & MigrationBounds

/** `safeSince`: first migration whose release no longer uses what this one drops. */
export type MigrationBounds = { safeSince?: string }

/** Defines a migration: a numbered name, and statements that run in one transaction. */
export function migration(name: string, statements: string[], bounds: MigrationBounds = {}): MigrationStep {
  return { name, statements, ...bounds }
}

/** An index that is built while its table is in use. */
export type ConcurrentIndex = { name: string; definition: string; unique?: true }

/**
 * Defines a migration that builds indexes while their tables are in use. `definition`: what follows the name, from `on`. An unfinished index is
 * dropped first, so that an interrupted migration can restart.
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

/** Runs statements individually. */
export type RunOutside = (statements: readonly string[]) => Promise<void>

/** Runs statements on a separate connection, outside a transaction and without timeout. */
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

/** Converts a step to the migrator's form. */
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
