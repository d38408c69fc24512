import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { type Check, type FixtureOptions, type Outcome, ProofFixture, type TestReference } from './proof.ts'

type Report = {
  testResults: { name: string; assertionResults: { fullName: string; status: string; duration?: number | null }[] }[]
}

type TestEndings = (tests: readonly TestReference[]) => Outcome

/**
 * Runs all named tests in one run of Vitest, because starting it for each check would take longer. The returned function says how some of
 * them ended.
 */
export async function runTests(tests: readonly TestReference[]): Promise<TestEndings> {
  if (tests.length === 0) return () => ({ passed: true, measured: '' })
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-prove-'))
  try {
    const report = join(folder, 'report.json')
    await vitest(tests, report)
    return endings(JSON.parse(readFileSync(report, 'utf8')) as Report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resolves even if a test fails, which only sets the exit code. The report has the details. */
function vitest(tests: readonly TestReference[], report: string): Promise<void> {
  const program = join(repositoryRoot, 'node_modules/vitest/vitest.mjs')
  const files = [...new Set(tests.map(([file]) => file))]
  const names = tests.map(([, name]) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')
  const config = 'packages/tooling/vitest.config.ts'
  const args = [program, 'run', '--config', config, '-t', names, '--reporter=json', `--outputFile=${report}`, ...files]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: repositoryRoot, maxBuffer: 2 ** 26 }, () => resolve())
  })
}

/**
 * Returns a function that looks up in the report whether certain tests passed. A name that no test has counts as failed, so that a renamed
 * test is noticed.
 */
const endings =
  ({ testResults }: Report): TestEndings =>
  (tests) => {
    const ended = tests.map(([file, name]) => {
      const found = testResults
        .filter((result) => result.name.endsWith(`/${file}`))
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ fullName, status }) => fullName.includes(name) && status !== 'skipped' && status !== 'pending')
      return { name, passed: found.length > 0 && found.every(({ status }) => status === 'passed'), found }
    })
    const cases = ended.reduce((sum, { found }) => sum + found.length, 0)
    const failed = ended.filter(({ passed }) => !passed).map(({ name }) => name)
    const measured = `${cases} ${cases === 1 ? 'test' : 'tests'} passed`
    return failed.length === 0
      ? { passed: true, measured }
      : { passed: false, measured: `did not pass: ${failed.join(' · ')}` }
  }

const checkLimitMs = 600_000
/** How long a late check may take to end after its system is gone. */
const lateBodyMs = 60_000
/** Maximum number of `waits` checks that run in parallel. A small machine can't start and stop more systems at once. */
const waitingAtOnce = 3

export type CheckEnd = { check: Check; outcome: Outcome; seconds: number }

type Run = FixtureOptions & {
  /** Time limit per check, in milliseconds. The default is ten minutes. */
  limitMs?: number
  tests: TestEndings
  say(line: string): void
  onBegin(check: Check): void
  onEnd(end: CheckEnd): void
}

/**
 * Runs the checks without `waits` one after another, because they measure, then those with `waits` in parallel. `end` stops their systems
 * at once, for an interruption.
 */
export function runChecks(checks: readonly Check[], run: Run): { done: Promise<void>; end(): Promise<void> } {
  const [waiting, ordinary] = [checks.filter(({ waits }) => waits), checks.filter(({ waits }) => !waits)]
  const fixtures = new Set<ProofFixture>()
  const end = async () => void (await Promise.all([...fixtures].map((fixture) => fixture.end())))
  const newFixture = () => {
    const fixture = new ProofFixture((line) => run.say(`    ${line}`), run)
    fixtures.add(fixture)
    return fixture
  }
  const proveEach = async (queue: Check[]) => {
    let fixture = newFixture()
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      run.onBegin(check)
      const begun = performance.now()
      const outcome = await prove(check, fixture, run)
      run.onEnd({ check, outcome, seconds: Math.round((performance.now() - begun) / 100) / 10 })
      if (!outcome.passed) {
        // What a failed check leaves running, such as a load, must not meet the next one's system.
        await fixture.stop()
        fixtures.delete(fixture)
        fixture = newFixture()
      }
    }
    await fixture.end()
  }
  const all = async () => {
    await proveEach([...ordinary])
    const workers = Math.min(waitingAtOnce, waiting.length)
    await Promise.all(Array.from({ length: workers }, () => proveEach(waiting)))
  }
  return { done: all(), end }
}

/** Judges a check by its program, by its named tests, or by both. */
async function prove(check: Check, fixture: ProofFixture, { tests, limitMs }: Run): Promise<Outcome> {
  const byTests = check.tests === undefined ? undefined : tests(check.tests)
  const limit = (limitMs ?? checkLimitMs) + (check.soaks ? fixture.soakMinutes * 60_000 : 0)
  const seen = check.run === undefined ? undefined : await inTime(check.run(fixture), limit, fixture)
  const outcomes = [seen, byTests].filter((outcome) => outcome !== undefined)
  return {
    passed: outcomes.length > 0 && outcomes.every(({ passed }) => passed),
    measured: outcomes.map(({ measured }) => measured).join('; '),
  }
}

/** Returns a check's result. If the check is late, stops its system, so that the check ends and doesn't disturb others. */
async function inTime(work: Promise<Outcome>, limitMs: number, fixture: ProofFixture): Promise<Outcome> {
  const failed = (error: unknown): Outcome => ({
    passed: false,
    measured: `failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500),
  })
  const ended = work.catch(failed)
  const outcome = await within(limitMs, ended)
  if (outcome !== undefined) return outcome
  await fixture.stop()
  await within(lateBodyMs, ended)
  return { passed: false, measured: `not done after ${limitMs / 1000} s` }
}

/** Returns the result of the work, or undefined if it takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
