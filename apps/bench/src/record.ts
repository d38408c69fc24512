import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import type { Scenario } from './bench.ts'
import type { Measurement } from './measurement.ts'
import { newestOf, pageOf } from './page.ts'
import { type Curve, curvesPlot, targetsPlot } from './plots.ts'

const docs = join(repositoryRoot, 'apps/docs')
const list = join(docs, 'benchmarks.json')
export const pagePath: string = join(docs, 'benchmarks.md')

export function readHistory(): Measurement[] {
  return JSON.parse(readFileSync(list, 'utf8')) as Measurement[]
}

/** Adds measurements to the history, and regenerates the page and the plots from it. */
export function record(
  { measurements, curves }: { measurements: readonly Measurement[]; curves: readonly Curve[] },
  scenarios: readonly Scenario[],
): void {
  const history = [...readHistory(), ...measurements]
  writeFileSync(list, `${JSON.stringify(history, null, 2)}\n`)
  writeFileSync(pagePath, pageOf(history, scenarios))
  writeFileSync(join(docs, 'pictures/bench-targets.svg'), targetsPlot(newestOf(history)))
  if (curves.length > 0) writeFileSync(join(docs, 'pictures/bench-latencies.svg'), curvesPlot(curves))
}
