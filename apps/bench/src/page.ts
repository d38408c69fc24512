import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { percentile, repositoryRoot } from '@posthorn/testkit/system'
import type { Scenario } from './bench.ts'
import type { Measurement } from './measurement.ts'

/** All values of one measurement, for a percentile curve. */
export type Curve = { name: string; unit: string; values: number[] }

const colors = { met: '#1a7f4b', 'not met': '#c2410c', 'slow machine': '#94a3b8', line: '#64748b', text: '#334155' }
const hues = ['#2563eb', '#c2410c', '#1a7f4b', '#7c3aed']
const font = 'font-family="system-ui, sans-serif" font-size="13"'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns a picture with a white background, whatever the page around it has. */
function svg(width: number, height: number, parts: string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${font}>`
  return [head, `<rect width="${width}" height="${height}" fill="#ffffff"/>`, ...parts, '</svg>', ''].join('\n')
}

/** Returns a text of a plot. `attributes`: further SVG attributes, such as its alignment. */
const words = ([x, y]: [number, number], text: string, attributes = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${colors.text}" ${attributes}>${escaped(text)}</text>`

/** Draws a bar for each value that has a target. A line marks the target, and longer bars are always better. */
function targetsPlot(measurements: readonly Measurement[]): string {
  const evaluated = measurements.filter((measurement) => measurement.target !== null)
  const [left, row, scale, most] = [380, 24, 220, 2]
  const bars = evaluated.flatMap((measurement, i) => {
    const y = 40 + i * row
    const length = Math.max(2, Math.min(most, scoreOf(measurement)) * scale)
    const color = colors[measurement.status ?? 'not met']
    const shown =
      measurement.ratio !== null && measurement.target?.startsWith('ratio')
        ? `ratio ${measurement.ratio}`
        : `${measurement.value} ${measurement.unit}`
    return [
      words([left - 8, y + 12], measurement.measurement, 'text-anchor="end"'),
      `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="16" fill="${color}"/>`,
      words([left + length + 6, y + 12], `${shown} (${measurement.target})`),
    ]
  })
  const height = 56 + evaluated.length * row
  const line = `<line x1="${left + scale}" y1="28" x2="${left + scale}" y2="${height - 12}" stroke="${colors.line}" stroke-dasharray="4 3"/>`
  const title = words([left + scale, 20], 'target', 'text-anchor="middle"')
  return svg(left + most * scale + 260, height, [title, ...bars, line])
}

/** Returns a score for a measurement against its target: 1 meets the target exactly, higher is better. */
function scoreOf({ target, value, ratio }: Measurement): number {
  const bound = Number(/[≥≤] ([\d.]+)/.exec(target ?? '')?.[1] ?? 1)
  const reached = target?.startsWith('ratio') ? (ratio ?? 0) : value
  if (target?.includes('≥')) return bound === 0 ? 1 : reached / bound
  return reached === 0 ? 2 : bound / reached
}

/** Draws percentiles from 1 to 99.9 on a logarithmic time scale. */
function curvesPlot(curves: readonly Curve[]): string {
  const [width, height, left, top, bottom] = [760, 380, 60, 20, 330]
  const all = curves.flatMap(({ values }) => [percentile(values, 1), percentile(values, 99.9)])
  const [least, most] = [Math.max(0.1, Math.min(...all)), Math.max(...all)]
  const y = (value: number) =>
    bottom -
    ((Math.log(Math.max(least, value)) - Math.log(least)) / (Math.log(most) - Math.log(least) || 1)) * (bottom - top)
  const x = (percent: number) => left + (percent / 100) * (width - left - 20)
  const marks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].filter((mark) => mark >= least && mark <= most)
  const grid = marks.flatMap((mark) => [
    `<line x1="${left}" y1="${y(mark).toFixed(1)}" x2="${width - 20}" y2="${y(mark).toFixed(1)}" stroke="#e2e8f0"/>`,
    words([left - 6, y(mark) + 4], `${mark} ms`, 'text-anchor="end"'),
  ])
  const ticks = [10, 25, 50, 75, 90, 99].map((percent) =>
    words([x(percent), bottom + 18], `p${percent}`, 'text-anchor="middle"'),
  )
  const lines = curves.flatMap(({ name, values }, i) => {
    const points = [...Array.from({ length: 99 }, (_, n) => n + 1), 99.5, 99.9].map(
      (percent) => `${x(percent).toFixed(1)},${y(percentile(values, percent)).toFixed(1)}`,
    )
    const hue = hues[i % hues.length] ?? colors.line
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${hue}" stroke-width="2"/>`,
      `<rect x="${left + 12}" y="${top + 4 + i * 20}" width="12" height="12" fill="${hue}"/>`,
      words([left + 30, top + 14 + i * 20], name),
    ]
  })
  return svg(width, height, [...grid, ...ticks, ...lines])
}

/** Returns the measurements of the newest run of each scenario. The history is in order of time. */
export function newestOf(history: readonly Measurement[]): Measurement[] {
  const newest = new Map(history.map((each) => [each.scenario, each]))
  const isNewest = ({ scenario, date, commit }: Measurement) =>
    newest.get(scenario)?.date === date && newest.get(scenario)?.commit === commit
  return [...new Map(history.filter(isNewest).map((each) => [each.measurement, each])).values()]
}

/** Returns a Markdown table. The last two columns, status and note, have no heading. */
export function tableOf(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ measurement, value, unit, baseline, ratio, target, status, note }) => {
    const cells = [measurement, `${value} ${unit}`, baseline, ratio, target, status, note]
    return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`
  })
  return ['| Figure | Value | Baseline | Ratio | Target | | |', '|---|---|---|---|---|---|---|', ...rows].join('\n')
}

/** Returns where and when a scenario was last measured. Old measurements have no machine. */
function runText({ date, commit, machine, loadBefore }: Measurement): string {
  const run = `Measured on ${date} at ${commit}, load before ${loadBefore}.`
  if (machine === null) return run
  const { bare, copy, loop, sync, drift, others } = machine
  return `${run} Machine: ${bare} bare requests/s (drift ${drift}), ${copy} rows/s of COPY, ${loop} M steps/s, ${sync} syncs/s; other programs used ${others} cores.`
}

const intro = `<!-- Generated by \`pnpm bench\` from benchmarks.json. -->

# Benchmarks

These are the newest figures of each scenario of \`pnpm bench\`. [benchmarks.json](benchmarks.json) has all earlier ones.

Load generator, system, Postgres, NATS, simulator and receivers share the cores of one machine. So a ratio to the baseline of the same run says more than a value. A bare request is one to Express that makes one INSERT and nothing else: as a baseline, it
stands for the CPU of all cores divided by the bare requests per second. The machine is measured before and after each scenario. A missed target in milliseconds or per second is marked \`slow machine\` below 4,000 bare requests per second, or if other programs used more than 0.3 cores.

To compare two versions, run \`pnpm bench compare <commit> [scenario…]\`: it measures both in turns and prints ratios with their spread.

![Each value beside its target](pictures/bench-targets.svg)

![Percentiles of latencies](pictures/bench-latencies.svg)
`

/** Returns the page of benchmarks: a section for each scenario that was ever measured, with its newest values. */
export function pageOf(
  history: readonly Measurement[],
  scenarios: readonly Pick<Scenario, 'name' | 'measures'>[],
): string {
  const newest = newestOf(history)
  const sections = scenarios.flatMap(({ name, measures }) => {
    const own = newest.filter(({ scenario }) => scenario === name)
    const [first] = own
    return first === undefined ? [] : [`\n## ${name}\n\nMeasures ${measures}. ${runText(first)}\n\n${tableOf(own)}\n`]
  })
  return [intro, ...sections].join('')
}

const docs = join(repositoryRoot, 'apps/docs')
const list = join(docs, 'benchmarks.json')
export const pagePath: string = join(docs, 'benchmarks.md')

/** Returns every measurement ever recorded; the page and the plots are made from it. */
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
