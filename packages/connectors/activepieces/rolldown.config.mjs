import { writeFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'
import { input, manifest, output } from './src/manifest.ts'

const finish = {
  name: 'finish',
  writeBundle() {
    writeFileSync('dist/piece/package.json', `${JSON.stringify(manifest, undefined, 2)}\n`)
  },
}

export default defineConfig({ ...input, output, plugins: [finish] })
