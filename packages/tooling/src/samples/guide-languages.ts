import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SampleLanguage } from '@posthorn/docs-site'
import type { Runner } from './runners.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** A Python that has our package on its path. */
const withPackage = ['env', `PYTHONPATH=${join(root, 'packages/sdk/python')}`, 'python3']

/** Runners for the guides' samples. The samples find the URL and key in `URL` and `KEY`, and our SDKs as if they were installed. */
export const guideRunners: Readonly<Record<SampleLanguage, Runner>> = {
  shell: { check: ['curl', '--version'], file: 'sample.sh', command: (file) => ['bash', '-e', file] },
  node: {
    check: [process.execPath, '--version'],
    file: 'sample.mjs',
    command: (file) => {
      const modules = join(dirname(file), 'node_modules/@posthorn')
      mkdirSync(modules, { recursive: true })
      symlinkSync(join(root, 'packages/sdk'), join(modules, 'sdk'))
      return [process.execPath, '--conditions=source', file]
    },
  },
  python: { check: ['python3', '--version'], file: 'sample.py', command: (file) => [...withPackage, file] },
  php: { check: ['php', '-r', 'curl_init();'], file: 'sample.php', command: (file) => ['php', file] },
  ruby: { check: ['ruby', '--version'], file: 'sample.rb', command: (file) => ['ruby', file] },
  go: { check: ['go', 'version'], file: 'sample.go', command: (file) => ['go', 'run', file] },
  java: { check: ['java', '--version'], file: 'Sample.java', command: (file) => ['java', file] },
}
