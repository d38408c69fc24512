import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'

type CodeCopy = { commit: string; folder: string; [Symbol.dispose](): void }

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function findCommit(release: string): string | undefined {
  try {
    return git('rev-parse', '--short', '--verify', `${release}^{commit}`)
  } catch {
    return undefined
  }
}

/** Unpacks a tag or commit with the current dependencies. Returns undefined if this clone doesn't have it. */
export function unpackCode(release: string): CodeCopy | undefined {
  const commit = findCommit(release)
  if (commit === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-code-'))
  const archive = join(folder, 'code.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const modules of globSync('{apps,packages,packages/connectors}/*/node_modules', { cwd: repositoryRoot })) {
    // Replaces links to our packages with links into the copy.
    if (existsSync(join(folder, modules, '..')))
      cpSync(join(repositoryRoot, modules), join(folder, modules), { recursive: true, verbatimSymlinks: true })
  }
  return { commit, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Migrations of a fictional next release, for every schema: a column and an index on tables that each call writes to, and a new table. */
const nextMigrations = `
import { concurrentIndexes } from './migration.ts'
chassisMigrations.push(
  migration('chassis_002_next', [
    'alter table outbox add column next text',
    'create table next_thing (id text collate "C" primary key)',
  ]),
  concurrentIndexes('chassis_003_next', [{ name: 'idempotency_next', definition: 'on idempotency (workspace_id, key)' }]),
)
`

/** Unpacks the current code with additional migrations, as the next release. Returns undefined if there is no clone. */
export function unpackNext(): CodeCopy | undefined {
  const copy = unpackCode('HEAD')
  if (copy) appendFileSync(join(copy.folder, 'packages/chassis/src/db/chassis-migrations.ts'), nextMigrations)
  return copy
}
