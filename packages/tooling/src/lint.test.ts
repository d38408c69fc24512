import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const CONFIG = fileURLToPath(new URL('../oxlintrc.json', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../../../node_modules/.bin/oxlint', import.meta.url))
const OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  verbatimModuleSyntax: true,
}
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'posthorn-lint-'))
  writeFileSync(join(tree, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(tree, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, include: ['apps', 'packages'] }),
  )
})

afterEach(() => rmSync(tree, { recursive: true, force: true }))

/** Lints files with this repository's rules. Returns the broken rules by file. */
const rulesBroken = async (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  const report = await new Promise<string>((resolve) => {
    const args = ['--config', CONFIG, '--type-aware', '--format', 'json', '.']
    execFile(PROGRAM, args, { cwd: tree }, (_error, stdout) => resolve(stdout))
  })
  const { diagnostics } = JSON.parse(report) as { diagnostics: { filename: string; code: string }[] }
  const broken: Record<string, string[]> = {}
  for (const { filename, code } of diagnostics) broken[filename] = [...(broken[filename] ?? []), code].sort()
  return broken
}

test('a promise no one waits for is an error, which only the types can show', async () => {
  const broken = await rulesBroken({
    'apps/a/src/work.ts': 'const work = async () => 1\nexport const start = () => {\n  work()\n}\n',
    'apps/a/src/wait.ts': 'const work = async () => 1\nexport const start = async () => {\n  await work()\n}\n',
  })
  expect(broken).toEqual({ 'apps/a/src/work.ts': ['typescript(no-floating-promises)'] })
})

test('what the rules forbid is an error', async () => {
  const broken = await rulesBroken({
    'packages/a/src/env.ts': 'export const port = process.env["PORT"]\n',
    'packages/a/src/default.ts': 'const one = 1\nexport default one\n',
    'packages/a/src/many.ts':
      'export const add = (a: number, b: number, c: number, d: number, e: number) => a + b + c + d + e\n',
    'packages/a/src/sure.ts': 'export const first = (list: number[]) => list[0]!.toFixed()\n',
    'packages/a/src/any.ts': 'export const first = (list: any) => String(list)\n',
    'packages/a/src/kinds.ts':
      "export const nameOf = (kind: 'a' | 'b') => {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n",
    'packages/a/src/type.ts': "import { Stats } from 'node:fs'\nexport type Size = Stats['size']\n",
    'packages/a/src/long.ts': `export const long = () => {\n${'  Date.now()\n'.repeat(70)}}\n`,
  })
  expect(broken).toEqual({
    'packages/a/src/env.ts': ['node(no-process-env)'],
    'packages/a/src/default.ts': ['import(no-default-export)'],
    'packages/a/src/many.ts': ['eslint(max-params)'],
    'packages/a/src/sure.ts': ['typescript(no-non-null-assertion)'],
    'packages/a/src/any.ts': ['typescript(no-explicit-any)'],
    'packages/a/src/kinds.ts': ['typescript(switch-exhaustiveness-check)'],
    'packages/a/src/type.ts': ['typescript(consistent-type-imports)'],
    'packages/a/src/long.ts': ['eslint(max-lines-per-function)'],
  })
})

test('main reads the environment, and tests may be long', async () => {
  const broken = await rulesBroken({
    'apps/a/src/main.ts': 'export const port = process.env["PORT"]\n',
    'apps/a/src/a.test.ts': `export const long = () => {\n${'  Date.now()\n'.repeat(90)}}\n`,
  })
  expect(broken).toEqual({})
})

test.each(['apps', 'packages'])(
  'all of %s is linted with one reading of its types, except packages with a platform of their own',
  (folder) => {
    const { exclude } = JSON.parse(readFileSync(join(ROOT, folder, 'tsconfig.json'), 'utf8')) as { exclude: string[] }
    const packages = globSync('*/package.json', { cwd: join(ROOT, folder) }).map(dirname)
    const isThere = (name: string, file: string) => existsSync(join(ROOT, folder, name, file))
    expect(exclude).toEqual(packages.filter((name) => isThere(name, 'tsconfig.json')).toSorted())
    const built = packages.filter((name) => isThere(name, 'tsconfig.build.json')).toSorted()
    expect([...exclude, ...built].toSorted()).toEqual(packages.toSorted())
  },
)
