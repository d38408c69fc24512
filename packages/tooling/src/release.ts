import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readTree, type Tree } from './repo-rules/tree.ts'

/** Files that contain the product's version, and how to find it. */
export const versionOf: readonly (readonly [files: RegExp, stated: RegExp])[] = [
  [/^(?:(?:apps|packages)\/(?:connectors\/)?[^/]+\/)?package\.json$/, /^ {2}"version": .*$/gm],
  [/^packages\/sdk\/python\/pyproject\.toml$/, /^version = .*$/gm],
  [
    /^packages\/(?:mcp\/src\/server|connectors\/zapier\/src\/index|connectors\/activepieces\/src\/manifest)\.ts$/,
    /\bversion: .*/g,
  ],
  [/^apps\/cli\/src\/program\.ts$/, /\.version\('[^']*'/g],
  [/^packages\/contracts\/src\/openapi\/document\.ts$/, /\bversion: .*/g],
  [/^docker\/k8s\/.*\/kustomization\.yaml$/, /newTag: .*/g],
  [/^docker\/bake\.hcl$/, /VERSION=\S+/g],
  [
    /^(?:apps\/docs\/(?:architecture|guides\/[^/]+)|packages\/sdk\/README)\.md$/,
    /posthorn-[a-z]+-\d\S+\.tgz|\bVERSION=\S+|posthorn-[a-z]+:\d+\.\d+\.\d+/g,
  ],
]

/** Every place in the repository that states the product's version. */
export const statedVersions = (tree: Tree): { file: string; stated: string }[] =>
  [...tree].flatMap(([file, text]) => {
    const found = text.match(patternFor(file) ?? /(?!)/g) ?? []
    return found.map((stated) => ({ file, stated }))
  })

/** Returns the files that state version `from`, with `to` in its place. */
const withVersion = (tree: Tree, from: string, to: string): Map<string, string> =>
  new Map(
    [...tree].flatMap(([file, text]) => {
      const pattern = patternFor(file)
      const changed = pattern === undefined ? text : text.replace(pattern, (stated) => stated.replace(from, to))
      return changed === text ? [] : [[file, changed] as const]
    }),
  )

/** Returns the pattern that finds the version in a file; undefined if the file does not state it. */
const patternFor = (file: string) => versionOf.find(([files]) => files.test(file))?.[1]

const changelog = 'apps/docs/changelog.md'

/** Reads the version that the repository states. */
export const currentVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

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

/** Lists the files of statements, each once, for an error message. */
const filesOf = (statements: { file: string }[]) => [...new Set(statements.map(({ file }) => file))].join(', ')

// `pnpm release <version>` writes the version into all files that state it. `pnpm release tag` creates the release's tag.
if (import.meta.main) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const [what] = process.argv.slice(2)
  try {
    if (what === undefined) throw new Error('name a version, such as 1.1.0, or tag')
    for (const line of what === 'tag' ? [tagRelease(root)] : setVersion(root, what)) console.log(line)
  } catch (err) {
    console.error(err instanceof Error ? err.message : err)
    process.exitCode = 1
  }
}
