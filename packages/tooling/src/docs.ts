import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { referenceFolder, referencePages } from './docs/reference.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, referenceFolder)
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(referencePages(root))) {
  writeFileSync(join(folder, name), text)
  console.log(`${referenceFolder}/${name}`)
}
