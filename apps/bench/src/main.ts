import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Bench, type Scenario } from './bench.ts'
import { evaluated, type Measurement, type Run } from './measurement.ts'
import type { Curve } from './plots.ts'
import { lineOf, record, tableOf } from './report.ts'
import { scenarios } from './scenarios.ts'

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
