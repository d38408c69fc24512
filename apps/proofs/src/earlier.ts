import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'

/** The code as it was before the newest migration, unpacked beside the present one. */
export type EarlierVersion = { commit: string; folder: string; [Symbol.dispose](): void }

const migrationPaths = ['apps/*/src/migrations/*.ts', 'packages/chassis/src/db/chassis-migrations.ts']

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * The given release, a tag or commit; without one, the commit before the newest migration. Undefined where the clone does not reach back
 * to it.
 */
function commitBefore(release: string | undefined): string | undefined {
  try {
    if (release !== undefined) return git('rev-parse', '--short', '--verify', `${release}^{commit}`)
    const newest = git('log', '-1', '--format=%H', '--', ...migrationPaths.map((path) => `:(glob)${path}`))
    return git('rev-parse', '--short', '--verify', `${newest}^`)
  } catch {
    return undefined
  }
}

/** Unpacks it, with the present dependencies; undefined where the history does not reach back so far. */
export function unpackEarlier(release?: string): EarlierVersion | undefined {
  const commit = commitBefore(release)
  if (commit === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-earlier-'))
  const archive = join(folder, 'code.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const modules of globSync('{apps,packages}/*/node_modules', { cwd: repositoryRoot })) {
    // Links in it that lead to packages of ours lead to those of the earlier version from there.
    if (existsSync(join(folder, modules, '..')))
      cpSync(join(repositoryRoot, modules), join(folder, modules), { recursive: true, verbatimSymlinks: true })
  }
  return { commit, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
