import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { lineOf, reportFile, sum, type Tally, type TestTally } from './tally.ts'

// `pnpm test [--force …]`: checks types, lint and architecture and runs all tests, each through turbo, which skips tasks with unchanged
// inputs. Arguments are passed to turbo. The longest tests run in parallel with everything else: they mostly wait, and none of them keeps
// two cores busy alone.
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const args = process.argv.slice(2)
/** Packages of the first run: those with the longest tests, and enough others that both take as long. The other run has the checks. */
const firstRun = ['proofs', 'stack', 'messaging', 'chassis', 'contacts'].map((name) => `@posthorn/${name}`)
/** Number of test files that each of the two runs executes at a time. Four keep two cores busy; with six, each took twice as long. */
const workersPerRun = 2

/** Starts the servers that all tests share, and returns how tests reach them as one line. */
const startServers = async (): Promise<{ servers: string; stop(): Promise<void> }> => {
  const program = join(ROOT, 'packages/test-servers/src/serve-tests.ts')
  const child = spawn(process.execPath, ['--conditions=source', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const [servers] = (await Promise.race([once(createInterface(child.stdout), 'line'), closed])) as [unknown]
  if (typeof servers !== 'string') throw new Error('the servers of the tests did not start: see the lines above')
  const stop = async () => {
    child.stdin.end()
    await closed
  }
  return { servers, stop }
}

/** Runs tasks through turbo, only for the packages in `filters` if there are any. Returns the output, or shows it if `live`. */
const turbo = (
  tasks: readonly string[],
  options: { live: boolean; env?: NodeJS.ProcessEnv; filters?: readonly string[] },
): Promise<{ exitCode: number; output: string }> =>
  new Promise((resolve) => {
    const output: string[] = []
    const logs = options.live ? 'new-only' : 'errors-only'
    const filters = (options.filters ?? []).map((filter) => `--filter=${filter}`)
    // One package at a time in each run, so that no more files run at once than intended.
    const flags = ['--ui=stream', `--output-logs=${logs}`, '--continue=always', '--concurrency=1', '--env-mode=loose']
    flags.push(...filters)
    const child = spawn(join(ROOT, 'node_modules/.bin/turbo'), ['run', ...tasks, ...flags, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...options.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
      stdio: ['ignore', options.live ? 'inherit' : 'pipe', options.live ? 'inherit' : 'pipe'],
    })
    child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => output.push(text))
    child.once('error', (error) => resolve({ exitCode: 1, output: `turbo: ${error.message}` }))
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output: output.join('') }))
  })

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Runs a check, and prints its output only if it fails. It counts as one test. */
const runCheck = async (name: string): Promise<Tally> => {
  const start = performance.now()
  const { exitCode, output } = await turbo([name], { live: false })
  console.log(`${exitCode === 0 ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(start)})`)
  if (exitCode !== 0) console.log(`\n${output.trimEnd()}\n`)
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 }
}

/** Returns the folders of all packages with tests. */
const testedFolders = (): string[] => {
  const hasTests = (manifest: string) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8')) as { scripts?: { test?: string } }
    return scripts.test !== undefined
  }
  const manifests = globSync('{apps,packages,packages/connectors}/*/package.json', { cwd: ROOT })
  return [...manifests.filter(hasTests).map((manifest) => dirname(manifest)), 'packages/tooling'].toSorted()
}

const nothingRan: TestTally = { passed: 0, failed: 1, skipped: 0, failures: [] }

/** Reads and prints counts and failures of every package with tests. One without a report counts as failed. */
const readTallies = (): TestTally[] =>
  testedFolders().map((folder): TestTally => {
    const file = join(ROOT, folder, reportFile)
    const isThere = existsSync(file)
    const tally = isThere ? (JSON.parse(readFileSync(file, 'utf8')) as TestTally) : nothingRan
    console.log(`${tally.failed === 0 ? 'ok    ' : 'FAILED'} ${folder}: ${isThere ? lineOf(tally) : 'did not run'}`)
    for (const failure of tally.failures) console.log(failure.replace(/^/gm, '         '))
    return tally
  })

/** Runs the checks one after the other. */
const runChecks = async (): Promise<Tally[]> => {
  const checks: Tally[] = []
  for (const name of ['types', 'lint', 'architecture']) checks.push(await runCheck(name))
  return checks
}

/** Builds the dashboard once, not in each system that starts meanwhile. If that fails, so do the tests that need it. */
const buildDashboard = (): Promise<void> =>
  new Promise((resolve) => {
    const program = join(ROOT, 'apps/dashboard/build/main.ts')
    const child = spawn(process.execPath, ['--conditions=source', program], { stdio: 'inherit' })
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })

/** Runs checks and tests. The two runs of tests are parallel: one starts once the dashboard is built, the other after the checks. */
const runAll = async (): Promise<Tally> => {
  // Reports of an earlier run would count for packages that this one never reaches. Those of skipped packages come from the cache.
  for (const folder of testedFolders()) rmSync(join(ROOT, folder, reportFile), { force: true })
  const { servers, stop } = await startServers()
  const env = { TEST_SERVERS: servers, TEST_WORKERS: String(workersPerRun) }
  const live = { live: true, env }
  const others = firstRun.map((name) => `!${name}`)
  const checked = runChecks()
  const [checks, ...runs] = await Promise.all([
    checked,
    checked.then(() => turbo(['test', 'test:repository'], { ...live, filters: others })),
    buildDashboard().then(() => turbo(['test'], { ...live, filters: firstRun })),
  ]).finally(stop)
  const total = sum(readTallies())
  const hasFailed = runs.some(({ exitCode }) => exitCode !== 0)
  const tests = { ...total, failed: hasFailed && total.failed === 0 ? 1 : total.failed }
  console.log(`${tests.failed === 0 ? 'ok    ' : 'FAILED'} tests`)
  return sum([...checks, tests])
}

console.log('checking types, lint, architecture and tests')
const start = performance.now()
const total = await runAll()
console.log(`all of it took ${secondsSince(start)}\n`)
console.log(lineOf(total))
process.exitCode = total.failed === 0 ? 0 : 1
