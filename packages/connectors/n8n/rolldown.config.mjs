import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'rolldown'

/** Files that n8n loads, each without dependencies. */
const entries = [
  'credentials/PosthornApi.credentials',
  'nodes/Posthorn/Posthorn.node',
  'nodes/PosthornTrigger/PosthornTrigger.node',
]

/** Copies the icons, and marks the files as CommonJS, which is what n8n loads. */
const finish = {
  name: 'finish',
  writeBundle() {
    mkdirSync('dist', { recursive: true })
    writeFileSync('dist/package.json', '{ "type": "commonjs" }\n')
    cpSync('icons', 'dist/icons', { recursive: true })
  },
}

export default defineConfig(
  entries.map((entry) => ({
    input: `${entry}.ts`,
    external: ['n8n-workflow'],
    platform: 'node',
    resolve: { conditionNames: ['source', 'import'] },
    output: { file: `dist/${entry}.js`, format: 'cjs', exports: 'named' },
    plugins: [finish],
  })),
)
