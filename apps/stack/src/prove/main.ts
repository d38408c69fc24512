import { execFileSync } from 'node:child_process'
import { repositoryRoot } from '../settings.ts'
import { runTests, type TestEndings } from './by-tests.ts'
import type { Check, Outcome, Proof } from './check.ts'
import { groups } from './groups.ts'
import { earlierProofs, writeReport } from './report.ts'
import { Stage } from './stage.ts'

const checkLimitMs = 600_000

const say = (line: string) => console.log(line)

/** What the arguments name: groups by name, checks by id; nothing names all. */
function chosen(args: readonly string[]): Check[] {
  const known = new Set(groups.flatMap(({ name, checks }) => [name, ...checks.map(({ id }) => id)]))
  const stranger = args.find((arg) => !known.has(arg))
  if (stranger !== undefined) {
    say(`prove: ${stranger}: name a group (${groups.map(({ name }) => name).join(', ')}) or checks by id`)
    process.exit(1)
  }
  const isWanted = (name: string, id: string) => args.length === 0 || args.includes(name) || args.includes(id)
  return groups.flatMap(({ name, checks }) => checks.filter(({ id }) => isWanted(name, id)))
}

async function prove(check: Check, stage: Stage, tests: TestEndings): Promise<Outcome> {
  if (check.cannot !== undefined) return { passed: false, figure: `cannot be proven here: ${check.cannot}` }
  const byTests = check.tests === undefined ? undefined : tests(check.tests)
  const seen = check.run === undefined ? undefined : await inTime(check.run(stage))
  const outcomes = [seen, byTests].filter((outcome) => outcome !== undefined)
  return {
    passed: outcomes.length > 0 && outcomes.every(({ passed }) => passed),
    figure: outcomes.map(({ figure }) => figure).join('; '),
  }
}

async function inTime(work: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    const figure = `not done after ${checkLimitMs / 1000} s`
    timer = setTimeout(() => resolve({ passed: false, figure }), checkLimitMs)
  })
  const failed = (error: unknown): Outcome => ({
    passed: false,
    figure: `failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500),
  })
  return Promise.race([work.catch(failed), late]).finally(() => clearTimeout(timer))
}

const checks = chosen(process.argv.slice(2))
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim()
const stage = new Stage((line) => say(`    ${line}`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stage.end().finally(() => process.exit(130)))
}
const proofs = new Map(earlierProofs().map((proof) => [proof.id, proof]))
const named = checks.flatMap(({ tests = [] }) => tests)
if (named.length > 0) say(`running ${named.length} named tests …`)
const tests = await runTests(named)
let held = 0
for (const [i, check] of checks.entries()) {
  const begun = performance.now()
  say(`${i + 1} of ${checks.length}  ${check.id}  ${check.promise}`)
  const outcome = await prove(check, stage, tests)
  const { id, promise, expected } = check
  const proof: Proof = { id, promise, expected, ...outcome, date: new Date().toISOString(), commit }
  proofs.set(id, proof)
  // After each check, so that a run that is stopped keeps what it has proven.
  writeReport(groups, [...proofs.values()])
  held += outcome.passed ? 1 : 0
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  say(`    ${outcome.passed ? 'held' : 'NOT HELD'} (${seconds} s): ${outcome.figure}`)
}
await stage.end()
say(`\n${held} of ${checks.length} checks held; apps/docs/reference/guarantees.md has all of them`)
process.exit(held === checks.length ? 0 : 1)
