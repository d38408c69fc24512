import type { Constructor } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'

/** One numbered step of a schema: never edited once released. */
export type MigrationStep = { name: string; statements: string[] }

/** States a migration: a numbered name and the statements that run in one transaction. */
export function migration(name: string, statements: string[]): MigrationStep {
  return { name, statements }
}

/** The step in the form the migrator takes. */
export function toMigration(step: MigrationStep): { name: string; class: Constructor<Migration> } {
  return {
    name: step.name,
    class: class extends Migration {
      override up(): void {
        for (const statement of step.statements) this.addSql(statement)
      }
    },
  }
}
