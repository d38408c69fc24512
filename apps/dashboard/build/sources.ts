import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const patterns = ['src/**/*', 'build/*.ts', 'public/*', 'index.html', 'package.json', '../../packages/sdk/src/**/*.ts']

/** Returns a digest of everything that the site is built of; a file with the same content at another time changes nothing. */
export function digestOfSources(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}
