import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lineOf, sum, type Tally, tallyTests, type VitestReport } from './tally.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const TOOLING = 'packages/tooling'
const PROGRAMS = [join(ROOT, 'node_modules/.bin'), join(ROOT, TOOLING, 'node_modules/.bin')]
const PATH = [...PROGRAMS, process.env['PATH'] ?? ''].join(delimiter)

type Step = { name: string; commands: readonly string[] }

const STEPS: readonly Step[] = [
  { name: 'types', commands: [`tsc -b ${TOOLING}/tsconfig.solution.json`] },
  {
    name: 'lint',
    commands: [
      `oxlint --config ${TOOLING}/oxlintrc.json --type-aware apps packages`,
      `biome check --config-path=${TOOLING} --reporter=summary apps packages`,
    ],
  },
  {
    name: 'architecture',
    commands: [
      `depcruise --config ${TOOLING}/dependency-cruiser.config.mjs --output-type err apps packages`,
      `knip --config ${TOOLING}/knip.json --no-progress --no-config-hints`,
    ],
  },
]

/** Runs a command; its output is kept, or shown as it comes where `live`. */
const run = (command: readonly string[], options: { live: boolean }): Promise<{ exitCode: number; output: string }> =>
  new Promise((resolve) => {
    const [program = '', ...args] = command
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, PATH },
      stdio: ['ignore', options.live ? 'inherit' : 'pipe', options.live ? 'inherit' : 'pipe'],
    })
    let output = ''
    const keep = (text: string) => {
      output += text
    }
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    child.once('error', (error) => resolve({ exitCode: 1, output: `${program}: ${error.message}` }))
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output }))
  })

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

const runStep = async ({ name, commands }: Step): Promise<Tally> => {
  const start = performance.now()
  const results = []
  for (const command of commands) results.push({ command, ...(await run(command.split(' '), { live: false })) })
  const failures = results.filter(({ exitCode }) => exitCode !== 0)
  console.log(`${failures.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(start)})`)
  for (const { command, output } of failures) console.log(`\n$ ${command}\n${output.trimEnd()}\n`)
  return { passed: failures.length === 0 ? 1 : 0, failed: failures.length === 0 ? 0 : 1, skipped: 0 }
}

const runTests = async (args: readonly string[]): Promise<Tally> => {
  const start = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-verify-'))
  const file = join(folder, 'report.json')
  try {
    const command = ['vitest', 'run', '--config', `${TOOLING}/vitest.config.ts`]
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { exitCode } = await run([...command, ...reporters, ...args], { live: true })
    console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} tests (${secondsSince(start)})`)
    return tallyTests(readReport(file), exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readReport = (file: string): VitestReport | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}

// Two at a time, for two cores: the quick ones share the first round with the type checker.
const [types, ...others] = STEPS
const inTurn = async (steps: readonly Step[]) => {
  const tallies: Tally[] = []
  for (const step of steps) tallies.push(await runStep(step))
  return tallies
}
console.log(`checking ${STEPS.map(({ name }) => name).join(', ')} and tests`)
const start = performance.now()
const checks = (await Promise.all([inTurn(types === undefined ? [] : [types]), inTurn(others)])).flat()
const total = sum([...checks, await runTests(process.argv.slice(2))])
console.log(`all of it took ${secondsSince(start)}\n`)
console.log(lineOf(total))
process.exitCode = total.failed === 0 ? 0 : 1
