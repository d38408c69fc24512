import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@posthorn/testkit/system'
import { groups } from './groups.ts'
import type { Check, Proof } from './proof.ts'
import { type CheckEnd, runChecks, runTests } from './run-checks.ts'

const folder = join(repositoryRoot, 'apps/docs/reference')
const jsonFile = join(folder, 'guarantees.json')
const page = join(folder, 'guarantees.md')

/** Returns the results of earlier runs. Running only some groups keeps the other groups' results. */
const earlierProofs = (): Proof[] =>
  existsSync(jsonFile) ? (JSON.parse(readFileSync(jsonFile, 'utf8')) as Proof[]) : []

/** Writes the newest result of each check as JSON and as a page. */
function writeReport(proofs: readonly Proof[]): void {
  const newest = new Map(proofs.map((proof) => [proof.id, proof]))
  const known = groups.flatMap(({ checks }) => checks.flatMap(({ id }) => newest.get(id) ?? []))
  writeFileSync(jsonFile, `${JSON.stringify(known, null, 2)}\n`)
  writeFileSync(page, pageOf(newest))
}

/** Returns the page of guarantees: every check with its newest result, or "not run yet". */
function pageOf(newest: ReadonlyMap<string, Proof>): string {
  const lines = groups.flatMap(({ checks }) => checks.map(({ id }) => newest.get(id)))
  const passed = lines.filter((proof) => proof?.passed).length
  const sections = groups.map(({ name, title, checks }) => {
    const rows = checks.map(({ id, promise, expected }) => {
      const proof = newest.get(id)
      const state = proof === undefined ? 'not run yet' : proof.passed ? 'held' : '**not held**'
      const when = proof === undefined ? '' : `${proof.date.slice(0, 10)} ${proof.commit}`
      return `| ${[id, promise, expected, state, proof?.measured ?? '', when].map(cell).join(' | ')} |`
    })
    const head = ['| | Promise | Expected | | Seen | When |', '|---|---|---|---|---|---|']
    return [`## ${title}`, `\`pnpm prove ${name}\``, [...head, ...rows].join('\n')].join('\n\n')
  })
  return [
    '# Guarantees',
    `${passed} of ${lines.length} checks hold. Each is a program that anyone can run: \`pnpm prove\` runs all of them against the whole
system, every service a process of its own, on a real Postgres and NATS, with the simulator as the provider, and writes this
page; \`pnpm prove <group>\` runs one group, \`pnpm prove A1 E3\` single checks, and \`pnpm prove --resume\` what does not hold
at the present commit yet. \`SOAK_MINUTES=30 pnpm prove J12\` continues for half an hour. A *twin* is a deliberately wrong variant:
its check holds when the wrong variant was caught. The same as data: [guarantees.json](guarantees.json).`,
    ...sections,
    '',
  ].join('\n\n')
}

/** Escapes a text for a cell of a Markdown table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

// Shares a compile cache. Otherwise, each new system compiles everything, which is two thirds of its start time.
process.env['NODE_COMPILE_CACHE'] ??= join(repositoryRoot, 'node_modules/.cache/compile')

const say = (line: string) => console.log(line)

const usage = `pnpm prove [--resume] [group or check …]

Proves what is promised, against the whole system with real faults, and writes apps/docs/reference/guarantees.md and .json.
Without a name all checks run: one after another, and those that merely wait beside each other at the end. The duration of each is
printed, and in the end all of them, the longest first; timing is judged as it is, so run it where nothing else runs.

  --resume          leaves out what was proven to hold at the present commit
  SOAK_MINUTES=30   how long J12 continues; 3 by default
  PROOF_SEED=7      seed of the checks that choose by chance, which print theirs; another in each run by default
  EARLIER_RELEASE=  tag or commit that J3 upgrades from; by default it upgrades the present version to one with artificial migrations
  PGBOUNCER=        program of PgBouncer 1.21 or newer, for J14, which is left out without it

Groups: ${groups.map(({ name }) => name).join(', ')}`

/** Returns the selected checks (groups by name, checks by id), or all by default. Exits if a name is unknown. */
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

const { values: flags, positionals } = parseArgs({
  options: { resume: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (flags.help) {
  say(usage)
  process.exit(0)
}

/** Reads a whole number from the environment, if it is set. Exits if it is another text, because `NaN` as a seed would be the same as 0. */
function wholeNumber(name: string, least: number): number | undefined {
  const text = process.env[name]
  const value = Number(text)
  if (!text || (Number.isSafeInteger(value) && value >= least)) return text ? value : undefined
  say(`prove: ${name} is a whole number of at least ${least}`)
  process.exit(1)
}

const [soakMinutes, seed] = [wholeNumber('SOAK_MINUTES', 1), wholeNumber('PROOF_SEED', 0)]
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim()
const proofs = new Map(earlierProofs().map((proof) => [proof.id, proof]))
/** Returns whether a check has held at this commit, so that `--resume` can skip it. */
const stands = (id: string) => proofs.get(id)?.passed === true && proofs.get(id)?.commit === commit
/** Returns whether a check needs a program whose path its environment variable does not name. Such a check can't run. */
const lacksProgram = ({ needs }: Check) => needs !== undefined && !process.env[needs]
const asked = chosen(positionals)
for (const { id, needs } of asked.filter(lacksProgram))
  say(`${id} is left out: ${needs} must name the program it needs`)
const wanted = asked.filter((check) => !lacksProgram(check))
const checks = wanted.filter(({ id }) => !flags.resume || !stands(id))
if (checks.length < wanted.length) say(`${wanted.length - checks.length} of ${wanted.length} hold at ${commit} already`)
const named = checks.flatMap(({ tests = [] }) => tests)
if (named.length > 0) say(`running ${named.length} named tests …`)
const tests = await runTests(named)
const testsSeconds = performance.now() / 1_000
let begun = 0
const ended: CheckEnd[] = []
const running = runChecks(checks, {
  soakMinutes,
  seed,
  earlierRelease: process.env['EARLIER_RELEASE'] || undefined,
  pgbouncer: process.env['PGBOUNCER'] || undefined,
  tests,
  say,
  onBegin: ({ id, promise }) => say(`${++begun} of ${checks.length}  ${id}  ${promise}`),
  onEnd: (end) => {
    ended.push(end)
    const { check, outcome, seconds } = end
    const { id, promise, expected } = check
    proofs.set(id, { id, promise, expected, ...outcome, date: new Date().toISOString(), commit, seconds })
    // Writes the report after each check, so that an interrupted run keeps its results.
    writeReport([...proofs.values()])
    say(`    ${id} ${outcome.passed ? 'held' : 'NOT HELD'} (${seconds.toFixed(1)} s): ${outcome.measured}`)
  },
})
// Work that a failed check leaves behind must not end the other checks.
process.on('unhandledRejection', (error) => say(`    left behind: ${String(error)}`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void running.end().finally(() => process.exit(130)))
}
await running.done
const longest = ended.toSorted((a, b) => b.seconds - a.seconds)
const durations = longest.map(({ check, seconds }) => `${check.id} ${Math.round(seconds)} s`).join(', ')
if (checks.length > 0)
  say(
    `\n${Math.round(performance.now() / 60_000)} min, ${Math.round(testsSeconds)} s of it named tests; the longest first: ${durations}`,
  )
const passed = ended.filter(({ outcome }) => outcome.passed).length
say(`${passed} of ${checks.length} checks held; apps/docs/reference/guarantees.md has all of them`)
process.exit(passed === checks.length ? 0 : 1)
