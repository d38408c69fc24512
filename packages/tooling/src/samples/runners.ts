import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SampleLanguage } from '@posthorn/docs-site'

/** How to run a sample in a language. `complete` adds what a program needs around the sample. */
type Runner = {
  /** Command that succeeds if the tool is installed. */
  check: readonly string[]
  file: string
  complete?(code: string): string
  command(file: string): readonly string[]
}

/** Runs samples that call this tool from a shell. */
const shell = (tool: string): Runner => ({
  check: [tool, '--version'],
  file: 'sample.sh',
  command: (file) => ['bash', file],
})
/** Runs samples in Node, if the module that they import is installed. */
const node = (module?: string): Runner => ({
  check:
    module === undefined
      ? [process.execPath, '--version']
      : [process.execPath, '--input-type=module', '-e', `import '${module}'`],
  file: 'sample.mjs',
  command: (file) => [process.execPath, file],
})
/** Runs samples in Python, if the module that they import is installed. */
const python = (module: string): Runner => ({
  check: ['/usr/bin/python3', '-c', `import ${module}`],
  file: 'sample.py',
  command: (file) => ['/usr/bin/python3', file],
})

/** Puts a sample into a class, because Java runs nothing else. */
const java = (code: string) => `import java.net.URI;
import java.net.http.*;
class Sample { public static void main(String[] args) throws Exception {
${code}
} }`
/** Puts a sample into a program that ends with the result of its request. */
const c = (code: string) => `#include <curl/curl.h>
int main(void) {
${code}
return (int) ret; }`

/** Runners by variant. A variant without one can't run on any of our machines. */
export const runners: Readonly<Record<string, Runner>> = {
  'shell/curl': shell('curl'),
  'shell/wget': shell('wget'),
  'shell/httpie': shell('http'),
  'node/fetch': node(),
  'js/fetch': node(),
  'node/undici': node('undici'),
  'node/axios': node('axios'),
  'js/axios': node('axios'),
  'node/ofetch': node('ofetch'),
  'js/ofetch': node('ofetch'),
  'python/python3': python('urllib.request'),
  'python/requests': python('requests'),
  'python/httpx_sync': python('httpx'),
  'python/httpx_async': python('httpx'),
  'perl/http_tiny': {
    check: ['perl', '-MHTTP::Tiny', '-e', '1'],
    file: 'sample.pl',
    command: (file) => ['perl', file],
  },
  'tcl/http': {
    check: ['sh', '-c', 'command -v tclsh'],
    file: 'sample.tcl',
    command: (file) => ['tclsh', '-encoding', 'utf-8', file],
  },
  'php/curl': { check: ['php', '-r', 'curl_init();'], file: 'sample.php', command: (file) => ['php', file] },
  'ruby/native': { check: ['ruby', '--version'], file: 'sample.rb', command: (file) => ['ruby', file] },
  'r/httr': { check: ['Rscript', '-e', 'library(httr)'], file: 'sample.R', command: (file) => ['Rscript', file] },
  'go/native': { check: ['go', 'version'], file: 'sample.go', command: (file) => ['go', 'run', file] },
  'java/nethttp': {
    check: ['java', '--version'],
    file: 'Sample.java',
    complete: java,
    command: (file) => ['java', file],
  },
  'c/libcurl': {
    check: ['sh', '-c', 'echo "#include <curl/curl.h>" | cc -E - >/dev/null'],
    file: 'sample.c',
    complete: c,
    command: (file) => ['sh', '-c', `cc -o "${file}.out" "${file}" -lcurl && "${file}.out"`],
  },
}

/** Whether a runner's tool is installed on this machine. Node modules are resolved from `folder`. */
export const isHere = ({ check: [command = '', ...args] }: Runner, folder: string): boolean =>
  spawnSync(command, args, { cwd: folder, stdio: 'ignore' }).status === 0

/** Writes a sample into the folder and runs it. Returns its error output if it failed or took four minutes, undefined if it succeeded. */
export function runSample(
  runner: Runner,
  code: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, runner.file)
  writeFileSync(file, runner.complete?.(code) ?? code)
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
