import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readTree } from '../repo-rules/tree.ts'
import { nameOf, readCommands } from './commands.ts'
import { readSettings } from './settings.ts'

// The commands in these guides that need Docker or a cluster are only read, not run. `back-up-commands.long.e2e.test.ts` and
// `operator-commands.long.e2e.test.ts` run those that need only a checkout.

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tree = readTree(root)
const names = ['alarms', 'back-up', 'deploy', 'observe', 'operate', 'postgres-and-nats', 'scale', 'upgrade'] as const
const guides = names.map((name) => ({ name, text: tree.get(`apps/docs/guides/${name}.md`) ?? '' }))
const commands = await readCommands(root)
const settings = Object.values(await readSettings(root)).flatMap((list) => list.map(({ name }) => name))
const everyGuide = guides.map(({ text }) => text).join('\n')
const { scripts, packageManager } = JSON.parse(tree.get('package.json') ?? '') as {
  scripts: Record<string, string>
  packageManager: string
}

/** Code blocks and inline code in a page, with continued lines joined. */
const codeOf = (text: string): string[] => {
  const blocks = [...text.matchAll(/^ *```(?:sh)?\n([\s\S]*?)^ *```/gm)].flatMap(([, code = '']) =>
    code.replaceAll(/\\\n\s*/g, '').split('\n'),
  )
  const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  )
  return [...blocks, ...inline].map((line) => line.trim())
}

/** Lines of code in a guide that call this program. */
const callsOf = (program: RegExp) =>
  guides.flatMap(({ name, text }) =>
    codeOf(text)
      .filter((line) => program.test(line))
      .map((line) => ({ name, line })),
  )

/** Names that belong to NATS and other programs. */
const ofOthers = new Set(['AUTHORIZATION_VIOLATION'])

const backupFiles = '-f docker/compose.yaml -f docker/compose.backup.yaml'
/** Compose options that these guides use. `true`: the next word is the option's value. */
const composeOptions: Record<string, Record<string, boolean>> = {
  up: { '-d': false, '--build': false, '--no-build': false },
  build: {},
  stop: {},
  kill: { '--signal': true },
  run: { '--rm': false, '--no-deps': false, '--env': true, '--user': true },
  exec: { '-T': false, '--env': true, '--user': true },
}

type ComposeCall = { files: string[]; command: string; odd: string[]; service: string | undefined }

/** Reads a Compose call up to the program that it runs in a container. */
function readCompose(line: string): ComposeCall {
  const written = line.replace(/^compose /, `docker compose ${backupFiles} `)
  const words =
    written
      .split(/ (?:<|&&)( |$)/)[0]
      ?.split(' ')
      .slice(2) ?? []
  const files: string[] = []
  while (words[0]?.startsWith('-')) {
    const option = words.shift()
    const value = words.shift() ?? ''
    if (option === '-f') files.push(value)
  }
  const command = words.shift() ?? ''
  const known = composeOptions[command] ?? {}
  const odd: string[] = []
  while (words[0]?.startsWith('-')) {
    const option = words.shift() ?? ''
    if (known[option] === undefined) odd.push(option)
    if (known[option]) words.shift()
  }
  return { files, command, odd, service: words[0] }
}

const servicesIn = (files: string[]) =>
  files.flatMap((file) =>
    Object.keys((parse(tree.get(file) ?? '', { merge: true }) as { services?: object })?.services ?? {}),
  )

describe('the calls of Compose', () => {
  const calls = callsOf(/^(docker )?compose /)
    .map(({ name, line }) => ({ name, line, ...readCompose(line) }))
    // Lines without a command only define a name for the files, which other lines use.
    .filter(({ command }) => command !== '')

  it.each(calls)('$name: $line has files, options and a service that exist', ({ files, command, odd, service }) => {
    expect(files).toContain('docker/compose.yaml')
    expect(files.filter((file) => !tree.has(file))).toEqual([])
    expect([Object.keys(composeOptions).includes(command), odd]).toEqual([true, []])
    if (service !== undefined) expect(servicesIn(files)).toContain(service)
  })

  it('are those of an installation, an upgrade and a restore', () => {
    expect(new Set(calls.map(({ command }) => command))).toEqual(new Set(Object.keys(composeOptions)))
  })

  it('with an unknown file, option or service are reported', () => {
    const { files, odd, service } = readCompose('docker compose -f docker/none.yaml run --env A=b --now mesaging < x')
    expect([files, odd, service]).toEqual([['docker/none.yaml'], ['--now'], 'mesaging'])
    expect(servicesIn(['docker/compose.yaml'])).not.toContain(service)
  })
})

describe('the commands of a checkout', () => {
  const called = callsOf(/npx -y pnpm@/)
  it.each(called)('$name: $line is a script of the package manager that the repository uses', ({ line }) => {
    const [, manager, script = ''] = /npx -y (pnpm@\S+) (?:(?:--silent|run) )*(\S+)/.exec(line) ?? []
    expect(manager).toBe(packageManager)
    expect(Object.keys(scripts)).toContain(script)
  })

  it('name guarantees that there are', () => {
    const proofs = [...tree].filter(([path]) => path.startsWith('apps/proofs/src/')).map(([, text]) => text)
    const ids = [...everyGuide.matchAll(/\bprove ([A-Z]\d+)/g)].map(([, id = '']) => id)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(proofs.some((text) => text.includes(`\n  ${id}: {`))).toBe(true)
  })
})

describe('the names that guides for operators mention', () => {
  const code = guides.flatMap(({ text }) => codeOf(text))
  const sources = [...tree]
    .filter(([path]) => /^(?:apps|packages|docker)\//.test(path) && !/^apps\/docs\/|\.test\.ts$/.test(path))
    .map(([, text]) => text)
    .join('\n')

  it('are settings of a program, or variables of Docker, Postgres and Node', () => {
    const variables = new Set(sources.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g))
    const named = code.flatMap((line) => line.match(/^[A-Z][A-Z0-9]*_[A-Z0-9_]+(?==|$)/) ?? [])
    // Every setting can be read from a file, and each service can have its own database.
    const isKnown = (name: string) => settings.includes(name) || variables.has(name) || ofOthers.has(name)
    const isForm = (name: string) => isKnown(name.replace(/_FILE$|(?<=^DATABASE_URL)_[A-Z]+$/, ''))
    expect(named.length).toBeGreaterThan(30)
    expect([...new Set(named)].filter((name) => !isKnown(name) && !isForm(name))).toEqual([])
  })

  it('are lines of a log', () => {
    const lines = code.filter((name) => /^[a-z]+\.[a-z]+(?:_[a-z]+)+$/.test(name))
    expect(lines.length).toBeGreaterThan(10)
    expect([...new Set(lines)].filter((name) => !sources.includes(`'${name}'`))).toEqual([])
  })

  it('are labels of the manifests', () => {
    const manifests = [...tree].filter(([path]) => path.startsWith('docker/k8s/')).map(([, text]) => text)
    const labels = [...everyGuide.matchAll(/(?<=-l )([\w./-]+)=(\w+)/g)]
    expect(labels.length).toBeGreaterThan(0)
    for (const [, label, value] of labels)
      expect(manifests.some((text) => text.includes(`${label}: ${value}`))).toBe(true)
  })
})

it.each(guides)('$name: its blocks for a shell are valid', ({ text }) => {
  for (const [, code = ''] of text.matchAll(/^ *```(?:sh)?\n((?:npx|docker|compose)[\s\S]*?)^ *```/gm)) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code.replaceAll(/<\w+>/g, 'x'), encoding: 'utf8' })
    expect([code, status, stderr]).toEqual([code, 0, ''])
  }
})

describe('the commands of posthorn in all guides', () => {
  const called = [...tree]
    .filter(([path]) => path.startsWith('apps/docs/guides/'))
    .flatMap(([path, text]) => codeOf(text).map((line) => ({ path, line })))
    .filter(({ line }) => /(^|--silent )posthorn [a-z]/.test(line))

  it.each(called)('$path: $line has options of the command, and all required ones if it has any', ({ line }) => {
    const [, rest = ''] = /\b(posthorn [^|]*)$/.exec(line) ?? []
    const found = commands
      .filter(({ path }) => `${rest} `.startsWith(`${path} `))
      .sort((a, b) => b.path.length - a.path.length)[0]
    expect(found?.path.split(' ').length).toBeGreaterThan(1)
    const given = [...rest.matchAll(/--[\w-]+/g)].map(([option]) => option)
    const options = (found?.options ?? []).map(({ flags, isRequired }) => ({ name: nameOf(flags), isRequired }))
    expect(options.map(({ name }) => name)).toEqual(expect.arrayContaining(given))
    const missing = options.filter(({ name, isRequired }) => isRequired && !given.includes(name))
    if (given.length > 0) expect(missing).toEqual([])
  })
})
