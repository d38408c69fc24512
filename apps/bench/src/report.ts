import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import type { Measurement, Run } from './measurement.ts'
import { type Curve, curvesPlot, targetsPlot } from './plots.ts'

const page = join(repositoryRoot, 'apps/docs/benchmarks.md')
const list = join(repositoryRoot, 'apps/docs/benchmarks.json')
const pictures = join(repositoryRoot, 'apps/docs/pictures')

/** One line for a person. */
export function lineOf({ measurement, value, unit, baseline, ratio, target, met, note }: Measurement): string {
  const beside = baseline === null ? '' : `, baseline ${baseline}, ratio ${ratio}`
  const evaluated = target === null ? '' : ` · ${target}: ${met ? 'met' : 'NOT met'}`
  return `${measurement}: ${value} ${unit}${beside}${evaluated}${note === null ? '' : ` (${note})`}`
}

/** The figures of a run as a table. */
export function tableOf(measurements: readonly Measurement[]): string {
  const cell = (value: number | string | null) => (value === null ? '' : String(value))
  const rows = measurements.map(({ measurement, value, unit, baseline, ratio, target, met, note }) => {
    const evaluated = target === null ? '' : met ? 'met' : '**not met**'
    return `| ${[measurement, `${value} ${unit}`, cell(baseline), cell(ratio), cell(target), evaluated, cell(note)].join(' | ')} |`
  })
  return ['| Figure | Value | Baseline | Ratio | Target | | |', '|---|---|---|---|---|---|---|', ...rows].join('\n')
}

/** Adds a run to the page, its figures to the list, and draws the pictures anew: of each figure the newest. */
export function record(measurements: readonly Measurement[], curves: readonly Curve[], run: Run): void {
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
