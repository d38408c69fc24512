import type { TestEndings } from './by-tests.ts'
import type { Check, Outcome } from './check.ts'
import { ProofFixture } from './proof.fixture.ts'

const checkLimitMs = 600_000
/** Checks that merely wait and go on at once. More systems would start and stop at once than a small machine carries. */
const waitingAtOnce = 3

/** The outcome of a check and its duration. */
export type CheckEnd = { check: Check; outcome: Outcome; seconds: number }

/** Settings of a run, and receivers of its reports. */
export type Run = {
  soakMinutes: number
  /** Tag or commit of the release before, where it is not the commit before the newest migration. */
  earlierRelease: string | undefined
  tests: TestEndings
  say(line: string): void
  onBegin(check: Check): void
  onEnd(end: CheckEnd): void
}

/** Runs of checks, which can be ended before they are done. */
export type RunningChecks = { done: Promise<void>; end(): Promise<void> }

/** Runs checks one after another, and at last those that merely wait, beside each other. */
export function runChecks(checks: readonly Check[], run: Run): RunningChecks {
  const [waiting, ordinary] = [checks.filter(({ waits }) => waits), checks.filter(({ waits }) => !waits)]
  const fixtures = new Set<ProofFixture>()
  const end = async () => void (await Promise.all([...fixtures].map((fixture) => fixture.end())))
  const lane = async (queue: Check[]) => {
    const fixture = new ProofFixture((line) => run.say(`    ${line}`), run)
    fixtures.add(fixture)
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      run.onBegin(check)
      const begun = performance.now()
      const outcome = await prove(check, fixture, run)
      run.onEnd({ check, outcome, seconds: Math.round((performance.now() - begun) / 100) / 10 })
    }
    await fixture.end()
  }
  const all = async () => {
    await lane([...ordinary])
    const lanes = Math.min(waitingAtOnce, waiting.length)
    await Promise.all(Array.from({ length: lanes }, () => lane(waiting)))
  }
  return { done: all(), end }
}

async function prove(check: Check, fixture: ProofFixture, { tests, soakMinutes }: Run): Promise<Outcome> {
  const byTests = check.tests === undefined ? undefined : tests(check.tests)
  const limitMs = checkLimitMs + (check.soaks ? soakMinutes * 60_000 : 0)
  const seen = check.run === undefined ? undefined : await inTime(check.run(fixture), limitMs)
  const outcomes = [seen, byTests].filter((outcome) => outcome !== undefined)
  return {
    passed: outcomes.length > 0 && outcomes.every(({ passed }) => passed),
    measured: outcomes.map(({ measured }) => measured).join('; '),
  }
}

async function inTime(work: Promise<Outcome>, limitMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    const measured = `not done after ${limitMs / 1000} s`
    timer = setTimeout(() => resolve({ passed: false, measured }), limitMs)
  })
  const failed = (error: unknown): Outcome => ({
    passed: false,
    measured: `failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500),
  })
  return Promise.race([work.catch(failed), late]).finally(() => clearTimeout(timer))
}
