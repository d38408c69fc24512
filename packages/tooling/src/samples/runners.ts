import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SampleLanguage } from '@posthorn/docs-site'

/** How to run a sample in a language. */
type Runner = {
  /** Command that succeeds if the tool is installed. */
  check: readonly string[]
  file: string
  command(file: string): readonly string[]
}

/** Returns whether a runner's tool is installed on this machine, because few machines have those of all languages. */
export const isInstalled = ({ check: [command = '', ...args] }: Runner): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Writes a sample into the folder and runs it. Returns its error output if it failed or took four minutes, undefined if it succeeded. */
export function runSample(
  runner: Runner,
  code: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, runner.file)
  writeFileSync(file, code)
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const args = [...variables, ...runner.command(file)]
  return new Promise((resolve) => {
    const child = execFile('env', args, { cwd: folder, timeout: 240_000 }, (failure, _, errors) =>
      resolve(failure === null ? undefined : errors.slice(0, 2000) || failure.message),
    )
    child.stdin?.end()
  })
}

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
