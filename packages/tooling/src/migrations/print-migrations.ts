import { pathToFileURL } from 'node:url'

/** A migration in the form that the rule reads. */
export type PrintedMigration = { name: string; statements: string[]; safeSince?: string }

type MigrationsModule = { migrations?: PrintedMigration[]; chassisMigrations?: PrintedMigration[] }

// Run with migration files as arguments: prints the list of migrations in each file.
const all: PrintedMigration[][] = []
for (const file of process.argv.slice(2)) {
  const { migrations, chassisMigrations } = (await import(pathToFileURL(file).href)) as MigrationsModule
  all.push(migrations ?? chassisMigrations ?? [])
}
process.stdout.write(JSON.stringify(all))
