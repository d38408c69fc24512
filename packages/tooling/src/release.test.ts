import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentVersion, setVersion, statedVersions, tagRelease } from './release.ts'
import { readTree } from './repo-rules/tree.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const tree = readTree(repository)
const version = currentVersion(repository)

/** A repository with this one's changelog and the files that state a version. */
let root: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const commit = () => {
  git('add', '.')
  git('commit', '--quiet', '--message', 'Change it')
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'posthorn-release-'))
  for (const file of ['apps/docs/changelog.md', ...statedVersions(tree).map(({ file }) => file)])
    write(file, tree.get(file) ?? '')
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  commit()
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a release', () => {
  it('states its version everywhere, and has the tag of that version', () => {
    const changed = setVersion(root, '1.7.0')
    expect(changed).toEqual(expect.arrayContaining(['package.json', 'apps/cli/src/program.ts', 'docker/bake.hcl']))
    expect(changed.length).toBe(new Set(statedVersions(tree).map(({ file }) => file)).size)
    write(
      'apps/docs/changelog.md',
      read('apps/docs/changelog.md').replace(`## ${version}`, `## 1.7.0\n\n## ${version}`),
    )
    commit()
    expect(tagRelease(root)).toBe('v1.7.0')
    expect(git('describe', '--exact-match')).toBe('v1.7.0')
    expect(git('rev-parse', 'v1.7.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
    // A tag never moves.
    expect(() => tagRelease(root)).toThrow(/already exists/)
  })

  it.each([
    ['a version that is none', () => setVersion(root, '1.7'), /1\.7 is no version/],
    ['a version that the changelog lacks', () => setVersion(root, '1.7.0'), /changelog\.md has no ## 1\.7\.0/],
    ['a change without a commit', () => write('new.txt', 'x'), /without a commit/],
    [
      'a file that states another version',
      () => write('docker/bake.hcl', read('docker/bake.hcl').replace(`VERSION=${version}`, 'VERSION=0.9.0')),
      /another version than .*docker\/bake\.hcl/,
    ],
  ])('is not tagged with %s', (_, change, reason) => {
    const attempt = () => {
      change()
      tagRelease(root)
    }
    expect(attempt).toThrow(reason)
    expect(git('tag', '--list')).toBe('')
  })
})

describe('the steps of a release in the guide for contributors', () => {
  const [, steps = ''] = (tree.get('.github/CONTRIBUTING.md') ?? '').split('## Releasing\n')
  const commands = [...steps.matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command)

  it('write the version, create the tag, and build the images of its commit', () => {
    const order = [
      'pnpm@12.21.0 release 1.1.0',
      'pnpm@12.21.0 release tag',
      'git push origin v1.1.0',
      'git rev-parse v1.1.0',
    ]
    const found = order.map((text) => commands.findIndex((command) => command.includes(text)))
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(found).not.toContain(-1)
  })

  it('name scripts that exist', () => {
    const { scripts } = JSON.parse(tree.get('package.json') ?? '') as { scripts: Record<string, string> }
    const named = commands.flatMap((command) => /pnpm@\S+ (?:run )?(\S+)/.exec(command)?.[1] ?? [])
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})
