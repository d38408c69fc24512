import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTree } from '../repo-rules/tree.ts'
import { statedVersions, withVersion } from './stated-versions.ts'

const changelog = 'apps/docs/changelog.md'

/** Reads the version that the repository states. */
export function currentVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}

/** Writes a version wherever the repository states one. Returns the changed files. */
export function setVersion(root: string, version: string): string[] {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`${version} is no version, such as 1.1.0`)
  const changed = withVersion(readTree(root), currentVersion(root), version)
  for (const [file, text] of changed) writeFileSync(join(root, file), text)
  return [...changed.keys()]
}

/** Tags the current commit with the version, which all files must state. Returns the tag's name. */
export function tagRelease(root: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const version = currentVersion(root)
  const tree = readTree(root)
  const others = statedVersions(tree).filter(({ stated }) => !stated.includes(version))
  if (others.length > 0) throw new Error(`these state another version than ${version}: ${filesOf(others)}`)
  if (!tree.get(changelog)?.split('\n').includes(`## ${version}`)) throw new Error(`${changelog} has no ## ${version}`)
  if (git('status', '--porcelain') !== '') throw new Error('there are changes without a commit')
  const tag = `v${version}`
  git('tag', '--annotate', '--message', `Posthorn ${version}`, tag)
  return tag
}

const filesOf = (statements: { file: string }[]) => [...new Set(statements.map(({ file }) => file))].join(', ')
