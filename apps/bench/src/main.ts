import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '@posthorn/testkit/system'
import { Bench, type Scenario } from './bench.ts'
import { evaluated, type Measurement, type Run } from './measurement.ts'
import { type Curve, curvesPlot, targetsPlot } from './plots.ts'
import { accept } from './scenarios/accept.ts'
import { batch } from './scenarios/batch.ts'
import { deliveries } from './scenarios/deliveries.ts'
import { dialect } from './scenarios/dialect.ts'
import { documentation } from './scenarios/documentation.ts'
import { flow } from './scenarios/flow.ts'
import { footprint } from './scenarios/footprint.ts'
import { growth } from './scenarios/growth.ts'
import { imports } from './scenarios/import.ts'
import { latency } from './scenarios/latency.ts'
import { listing } from './scenarios/lists.ts'
import { replicas } from './scenarios/replicas.ts'
import { start } from './scenarios/start.ts'
import { stream } from './scenarios/stream.ts'

const page = join(repositoryRoot, 'apps/docs/benchmarks.md')
const list = join(repositoryRoot, 'apps/docs/benchmarks.json')
const pictures = join(repositoryRoot, 'apps/docs/pictures')

/** Formats a measurement for the terminal. */
function lineOf({ measurement, value, unit, baseline, ratio, target, met, note }: Measurement): string {
  const beside = baseline === null ? '' : `, baseline ${baseline}, ratio ${ratio}`
  const evaluated = target === null ? '' : ` · ${target}: ${met ? 'met' : 'NOT met'}`
  return `${measurement}: ${value} ${unit}${beside}${evaluated}${note === null ? '' : ` (${note})`}`
}

/** Formats a run as a table. */
function tableOf(measurements: readonly Measurement[]): string {
  const cell = (value: number | string | null) => (value === null ? '' : String(value))
  const rows = measurements.map(({ measurement, value, unit, baseline, ratio, target, met, note }) => {
    const evaluated = target === null ? '' : met ? 'met' : '**not met**'
    return `| ${[measurement, `${value} ${unit}`, cell(baseline), cell(ratio), cell(target), evaluated, cell(note)].join(' | ')} |`
  })
  return ['| Figure | Value | Baseline | Ratio | Target | | |', '|---|---|---|---|---|---|---|', ...rows].join('\n')
}

/** Adds a run to the page and the list, and redraws the pictures with the newest value of each measurement. */
function record(measurements: readonly Measurement[], curves: readonly Curve[], run: Run): void {
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, load before ${run.loadBefore}`
  const scenarios = [...new Set(measurements.map(({ scenario }) => scenario))].join(', ')
  appendFileSync(page, `\n## ${run.date}, ${scenarios}, ${run.commit}, ${machine}\n\n${tableOf(measurements)}\n`)
  const all = [...(existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Measurement[]) : []), ...measurements]
  writeFileSync(list, `${JSON.stringify(all, null, 2)}\n`)
  mkdirSync(pictures, { recursive: true })
  const newest = [...new Map(all.map((measurement) => [measurement.measurement, measurement])).values()]
  writeFileSync(join(pictures, 'bench-targets.svg'), targetsPlot(newest))
  if (curves.length > 0) writeFileSync(join(pictures, 'bench-latencies.svg'), curvesPlot(curves))
}

/** All scenarios, in order. */
const scenarios: readonly Scenario[] = [
  accept,
  batch,
  latency,
  flow,
  deliveries,
  listing,
  dialect,
  documentation,
  growth,
  footprint,
  start,
  stream,
  replicas,
  imports,
]

const usage = `pnpm bench [scenario…] [--quick] [--rows <number>]

  --quick   a look in a few minutes, in place of figures to rely on; nothing is recorded
  --rows    rows of an import, messages of a large workspace

${scenarios.map(({ name, measures }) => `  ${name.padEnd(10)}  ${measures}`).join('\n')}
`

function asked(): { chosen: Scenario[]; isQuick: boolean; rows: number | undefined } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, rows: { type: 'string' }, help: { type: 'boolean' } },
  })
  const rows = values.rows === undefined ? undefined : Number(values.rows)
  const chosen = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const isUnknown = positionals.some((name) => !scenarios.some((scenario) => scenario.name === name))
  if (values.help || isUnknown || (rows !== undefined && !(Number.isInteger(rows) && rows >= 1_000))) {
    process.stderr.write(usage)
    process.exit(values.help ? 0 : 1)
  }
  return { chosen, isQuick: values.quick, rows }
}

function runNow(): Run {
  const [loadBefore = 0] = loadavg()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' })
  return {
    commit: commit.trim(),
    date: new Date().toISOString().slice(0, 10),
    loadBefore: Number(loadBefore.toFixed(1)),
  }
}

const { chosen, isQuick, rows } = asked()
const run = runNow()
const bench = new Bench({ say: (line) => console.log(`  ${line}`), isQuick, rows })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void bench.end().finally(() => process.exit(130)))
}
const measurements: Measurement[] = []
const curves: Curve[] = []
let failed = 0
for (const [i, scenario] of chosen.entries()) {
  const begun = performance.now()
  console.log(`\n${i + 1} of ${chosen.length}, ${scenario.name}: ${scenario.measures}`)
  try {
    const outcome = await scenario.run(bench)
    const found = outcome.measurements.map((measured) => evaluated(scenario.name, measured, run))
    for (const measurement of found) console.log(`  ${lineOf(measurement)}`)
    measurements.push(...found)
    curves.push(...(outcome.curves ?? []))
  } catch (error) {
    failed += 1
    console.error(`  ${scenario.name} could not be measured:`, error)
  }
  console.log(`  took ${Math.round((performance.now() - begun) / 1_000)} s`)
}
console.log(`\n${tableOf(measurements)}`)
const [withTarget, met] = [
  measurements.filter((measurement) => measurement.met !== null),
  measurements.filter((measurement) => measurement.met),
]
console.log(`\n${met.length} of ${withTarget.length} targets met`)
if (!isQuick && measurements.length > 0) {
  record(measurements, curves, run)
  console.log('added to apps/docs/benchmarks.md and apps/docs/benchmarks.json')
}
process.exitCode = failed > 0 ? 1 : 0
