import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { services } from '@posthorn/contracts'
import type { PrintedMigration } from './print-migrations.ts'

/** Each service's migrations, in order. `chassis`: the migrations that every service has. */
export type Migrations = Record<string, PrintedMigration[]>

/** Reads all services' migrations. Tooling must not import apps, so a separate process loads and prints them. */
export const readMigrations = (root: string): Migrations => {
  const files: Record<string, string> = { chassis: 'packages/chassis/src/db/chassis-migrations.ts' }
  for (const name of Object.keys(services)) files[name] = `apps/${name}/src/migrations/index.ts`
  const program = fileURLToPath(new URL('./print-migrations.ts', import.meta.url))
  const args = ['--conditions=source', program, ...Object.values(files).map((file) => join(root, file))]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  if (status !== 0) throw new Error(`migrations cannot be read: ${stderr}`)
  const printed = JSON.parse(stdout) as PrintedMigration[][]
  return Object.fromEntries(Object.keys(files).map((name, i) => [name, printed[i] ?? []]))
}
