import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@posthorn/testkit/system'
import { runTests, type TestEndings } from './by-tests.ts'
import type { Check, Outcome, Proof } from './check.ts'
import { groups } from './groups.ts'
import { ProofFixture } from './proof.fixture.ts'
import { earlierProofs, writeReport } from './report.ts'

const checkLimitMs = 600_000

// Without a cache for all of them each system, which starts with empty data, compiles everything anew: two thirds of its start.
process.env['NODE_COMPILE_CACHE'] ??= join(repositoryRoot, 'node_modules/.cache/compile')

const say = (line: string) => console.log(line)

const usage = `pnpm prove [--resume] [group or check …]

Proves what is promised, against the whole system with real faults, and writes apps/docs/reference/guarantees.md and .json.
Without a name all checks run. How long each takes is said, and in the end which took longest; timing is judged as it is, so run
it where nothing else runs.

  --resume          leaves out what was proven to hold at the present commit
  SOAK_MINUTES=30   how long J12 goes on; 3 by default

Groups: ${groups.map(({ name }) => name).join(', ')}`

/** Returns the checks that the arguments name: groups by name, checks by id; nothing names all. */
function chosen(args: readonly string[]): Check[] {
  const known = new Set(groups.flatMap(({ name, checks }) => [name, ...checks.map(({ id }) => id)]))
  const outsider = args.find((arg) => !known.has(arg))
  if (outsider !== undefined) {
    say(`prove: ${outsider} is neither a group nor a check\n\n${usage}`)
    process.exit(1)
  }
  const isWanted = (name: string, id: string) => args.length === 0 || args.includes(name) || args.includes(id)
  return groups.flatMap(({ name, checks }) => checks.filter(({ id }) => isWanted(name, id)))
}

async function prove(check: Check, fixture: ProofFixture, tests: TestEndings): Promise<Outcome> {
  const byTests = check.tests === undefined ? undefined : tests(check.tests)
  const limitMs = checkLimitMs + (check.soaks ? fixture.soakMinutes * 60_000 : 0)
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

const { values: flags, positionals } = parseArgs({
  options: { resume: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (flags.help) {
  say(usage)
  process.exit(0)
}
const soakMinutes = Number(process.env['SOAK_MINUTES'] ?? 3)
if (!Number.isInteger(soakMinutes) || soakMinutes < 1) {
  say('prove: SOAK_MINUTES is a whole number of minutes')
  process.exit(1)
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim()
const fixture = new ProofFixture((line) => say(`    ${line}`), soakMinutes)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void fixture.end().finally(() => process.exit(130)))
}
const proofs = new Map(earlierProofs().map((proof) => [proof.id, proof]))
const stands = (id: string) => proofs.get(id)?.passed === true && proofs.get(id)?.commit === commit
const wanted = chosen(positionals)
const checks = wanted.filter(({ id }) => !flags.resume || !stands(id))
if (checks.length < wanted.length) say(`${wanted.length - checks.length} of ${wanted.length} hold at ${commit} already`)
const named = checks.flatMap(({ tests = [] }) => tests)
if (named.length > 0) say(`running ${named.length} named tests …`)
const tests = await runTests(named)
let waiting = 0
const tookSeconds: { id: string; seconds: number }[] = []
for (const [i, check] of checks.entries()) {
  const begun = performance.now()
  say(`${i + 1} of ${checks.length}  ${check.id}  ${check.promise}`)
  const outcome = await prove(check, fixture, tests)
  const { id, promise, expected } = check
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  const proof: Proof = { id, promise, expected, ...outcome, date: new Date().toISOString(), commit, seconds }
  proofs.set(id, proof)
  // After each check, so that a run that is stopped keeps what it has proven.
  writeReport(groups, [...proofs.values()])
  waiting += outcome.passed ? 1 : 0
  tookSeconds.push({ id, seconds })
  say(`    ${outcome.passed ? 'held' : 'NOT HELD'} (${seconds.toFixed(1)} s): ${outcome.measured}`)
}
await fixture.end()
const longest = tookSeconds.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5)
const longestText = longest.map(({ id, seconds }) => `${id} ${Math.round(seconds)} s`).join(', ')
if (checks.length > 0) say(`\n${Math.round(performance.now() / 60_000)} min; the longest: ${longestText}`)
say(`${waiting} of ${checks.length} checks held; apps/docs/reference/guarantees.md has all of them`)
process.exit(waiting === checks.length ? 0 : 1)
