import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Bench, type Scenario } from './bench.ts'
import { compare } from './comparison.ts'
import { Calibrator, countOthers, machineOf, speedText } from './machine.ts'
import { type Curve, evaluated, type Measurement, type Run } from './measurement.ts'
import { record, tableOf } from './page.ts'
import { scenarios } from './scenarios/index.ts'

const usage = `pnpm bench [scenario…] [--quick] [--rows <number>]
pnpm bench compare <commit> [scenario…] [--rounds <number>]

  --quick   a look in a few minutes, in place of figures to rely on; nothing is recorded
  --rows    rows of an import, messages of a large workspace; at least 1,000
  --rounds  rounds of a comparison, 5 by default; nothing is recorded

${scenarios.map(({ name, measures }) => `  ${name.padEnd(13)}  ${measures}`).join('\n')}
`

/** Scenarios to compare if none are named. */
const comparedScenarios = ['accept', 'batch', 'deliveries', 'flow']

type Arguments = {
  commit: string | undefined
  chosen: Scenario[]
  isQuick: boolean
  rows: number | undefined
  rounds: number
}

/** Reads the command line. If it is wrong, prints the usage and exits. A comparison runs quick sizes, in many rounds. */
function readArguments(): Arguments {
  const { values, positionals } = parsedArguments()
  const isComparison = positionals[0] === 'compare'
  const commit = isComparison ? positionals[1] : undefined
  const names = isComparison ? positionals.slice(2) : positionals
  const wanted = isComparison && names.length === 0 ? comparedScenarios : names
  const rows = values.rows === undefined ? undefined : Number(values.rows)
  const rounds = Number(values.rounds)
  const isUnknown = wanted.some((name) => !scenarios.some((scenario) => scenario.name === name))
  const isFaulty =
    isUnknown ||
    (isComparison && commit === undefined) ||
    !(Number.isInteger(rounds) && rounds >= 1) ||
    (rows !== undefined && !(Number.isInteger(rows) && rows >= 1_000))
  if (values.help || isFaulty) exitWithUsage(values.help ? 0 : 1)
  const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  return { commit, chosen, isQuick: values.quick || isComparison, rows, rounds }
}

/** Parses the command line. Exits with the usage if it has an unknown option. */
function parsedArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        rows: { type: 'string' },
        rounds: { type: 'string', default: '5' },
        help: { type: 'boolean' },
      },
    })
  } catch {
    return exitWithUsage(1)
  }
}

function exitWithUsage(code: number): never {
  process.stderr.write(usage)
  process.exit(code)
}

/** Returns what is recorded with each measurement of this run. */
function runNow(): Run {
  const [loadBefore = 0] = loadavg()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' })
  return {
    commit: commit.trim(),
    date: new Date().toISOString().slice(0, 10),
    loadBefore: Number(loadBefore.toFixed(1)),
  }
}

/** Describes a measurement in one line for the terminal. */
function lineOf({ measurement, value, unit, baseline, ratio, target, status, note }: Measurement): string {
  const beside = baseline === null ? '' : `, baseline ${baseline}, ratio ${ratio}`
  const shown = target === null ? '' : ` · ${target}: ${status}`
  return `${measurement}: ${value} ${unit}${beside}${shown}${note === null ? '' : ` (${note})`}`
}

type Found = { measurements: Measurement[]; curves: Curve[]; failed: number }

/**
 * Runs scenarios one after another, even if one fails. Calibrates the machine before and after each, so that a slow machine is not taken
 * for slow code.
 */
async function measureAll(bench: Bench, chosen: readonly Scenario[]): Promise<Found> {
  const run = runNow()
  const found: Found = { measurements: [], curves: [], failed: 0 }
  await using calibrator = await Calibrator.start()
  const seconds = bench.size(2, 5)
  for (const [i, scenario] of chosen.entries()) {
    const begun = performance.now()
    console.log(`\n${i + 1} of ${chosen.length}, ${scenario.name}: ${scenario.measures}`)
    try {
      const before = await calibrator.measure(seconds)
      bench.say(`before: ${speedText(before)}`)
      const endOthers = countOthers()
      const outcome = await scenario.run(bench)
      const others = endOthers()
      const machine = machineOf(before, await calibrator.measure(seconds), others)
      bench.say(`machine: ${speedText(machine)}, drift ${machine.drift}; others used ${machine.others} cores`)
      const measurements = outcome.measurements.map((each) => evaluated(scenario.name, each, { ...run, machine }))
      for (const measurement of measurements) bench.say(lineOf(measurement))
      found.measurements.push(...measurements)
      found.curves.push(...(outcome.curves ?? []))
    } catch (error) {
      found.failed += 1
      console.error(`  ${scenario.name} could not be measured:`, error)
    }
    bench.say(`took ${Math.round((performance.now() - begun) / 1_000)} s`)
  }
  return found
}

/** Prints all measurements, and how many of their targets are met. A slow machine proves nothing about times, so those count apart. */
function report({ measurements }: Found): void {
  console.log(`\n${tableOf(measurements)}`)
  const evaluated = measurements.filter(({ status }) => status !== null)
  const count = (wanted: Measurement['status']) => evaluated.filter(({ status }) => status === wanted).length
  console.log(
    `\n${count('met')} of ${evaluated.length} targets met, ${count('slow machine')} not judged on a slow machine`,
  )
}

const { commit, chosen, isQuick, rows, rounds } = readArguments()
const bench = new Bench({ say: (line) => console.log(`  ${line}`), isQuick, rows })
// `steadily` reports a failed request once it has begun all of them; until then, nothing handles it.
process.on('unhandledRejection', (error) => bench.say(String(error)))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void bench.end().finally(() => process.exit(130)))
}
if (commit !== undefined) {
  await compare(bench, { commit, chosen, rounds })
} else {
  const found = await measureAll(bench, chosen)
  report(found)
  if (!isQuick && found.measurements.length > 0) {
    record(found, scenarios)
    console.log('added to apps/docs/benchmarks.json and apps/docs/benchmarks.md')
  }
  process.exitCode = found.failed > 0 ? 1 : 0
}
