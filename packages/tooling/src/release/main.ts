import { fileURLToPath } from 'node:url'
import { setVersion, tagRelease } from './release.ts'

// `pnpm release <version>` writes the version into all files that state it. `pnpm release tag` creates the release's tag.

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const [what] = process.argv.slice(2)
try {
  if (what === undefined) throw new Error('name a version, such as 1.1.0, or tag')
  for (const line of what === 'tag' ? [tagRelease(root)] : setVersion(root, what)) console.log(line)
} catch (err) {
  console.error(err instanceof Error ? err.message : err)
  process.exitCode = 1
}
