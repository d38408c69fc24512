import { availableParallelism } from 'node:os'
import { percentile } from '@posthorn/testkit/system'

/** Target for a measurement: a minimum or maximum for its value, or for its ratio to the baseline. */
type Target = { of: 'ratio' | 'value' } & ({ atLeast: number } | { atMost: number })

/** A measurement. `baseline` comes from the same run and has the same unit; the ratio is the value divided by the baseline. */
export type Measured = {
  /** Identifies the measurement's history, so it must have the same wording in every run. */
  measurement: string
  value: number
  unit: string
  /** `bare request`: the CPU time per request in the calibration, assuming that all cores do nothing else. */
  baseline?: number | 'bare request'
  target?: Target
  note?: string
}

/** Speed of the machine: the mean of the calibrations before and after a scenario. */
export type Machine = {
  /** Requests per second to bare Express with one INSERT per request, over 64 connections. */
  bare: number
  /** Rows per second for a COPY into a table with a primary key. */
  copy: number
  /** Millions of loop steps per second on one core. */
  loop: number
  /** 8 KB blocks written per second, each synced to disk. */
  sync: number
  /** Ratio of the higher `bare` value to the lower one. */
  drift: number
  /** Cores that other programs used during the scenario. */
  others: number
  /** Whether either value of `bare` is below the minimum for targets. */
  isSlow: boolean
}

/** `slow machine`: the target was missed, but it is unclear whether the code or the machine is the cause. */
type Status = 'met' | 'not met' | 'slow machine'

/** A value in `apps/docs/benchmarks.json`. */
export type Measurement = {
  measurement: string
  scenario: string
  value: number
  unit: string
  baseline: number | null
  ratio: number | null
  /** Such as `ratio ≥ 0.60`; null if there is no target. */
  target: string | null
  status: Status | null
  note: string | null
  /** Speed of the machine during the scenario; null for measurements from before the calibration existed. */
  machine: Machine | null
  date: string
  commit: string
  /** Runnable processes before the run. Above 1, something else was running. */
  loadBefore: number
}

export type Run = Pick<Measurement, 'date' | 'commit' | 'loadBefore'>

/** Compares a measurement with its baseline and target, and adds the run and the machine that it was measured on. */
export function evaluated(
  scenario: string,
  measured: Measured,
  { machine, ...run }: Run & { machine: Machine },
): Measurement {
  const { measurement, value, unit, target, note } = measured
  const baseline =
    measured.baseline === 'bare request' ? (1_000 * availableParallelism()) / machine.bare : measured.baseline
  const ratio = baseline === undefined ? null : value / baseline
  return {
    measurement,
    scenario,
    value: rounded(value),
    unit,
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: ratio === null ? null : rounded(ratio),
    target: target === undefined ? null : targetText(target, unit),
    status: target === undefined ? null : statusOf({ value, ratio, unit }, target, machine),
    note: note ?? null,
    machine,
    ...run,
  }
}

/** Units of times and rates. Values in these units get worse on a slow machine; bytes and counts don't depend on the machine. */
const speedUnits = /^m?s$|\/s$/
/** If other programs use more cores than this, they distort ratios too, because our code runs in more processes than its baselines. */
const othersMax = 0.3

/** Compares with the target. A missed time or rate counts as missed only if the machine is fast and quiet enough to judge it. */
function statusOf(
  { value, ratio, unit }: { value: number; ratio: number | null; unit: string },
  target: Target,
  { isSlow, others }: Machine,
): Status {
  const reached = target.of === 'ratio' ? (ratio ?? Number.NaN) : value
  if ('atLeast' in target ? reached >= target.atLeast : reached <= target.atMost) return 'met'
  const cannotTell = others > othersMax || (isSlow && target.of === 'value')
  return cannotTell && speedUnits.test(unit) ? 'slow machine' : 'not met'
}

/** Returns the target as it is recorded. The plots read the bound back from this text. */
function targetText(target: Target, unit: string): string {
  const bound = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
  return target.of === 'ratio' ? `ratio ${bound}` : `${bound} ${unit}`
}

/** Rounds to three significant digits, but keeps all digits before the decimal point. */
export function rounded(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 100) return Math.round(value)
  return Number(value.toPrecision(3))
}

/** All values of one measurement, for a percentile curve. */
export type Curve = { name: string; unit: string; values: number[] }

const colors = { met: '#1a7f4b', 'not met': '#c2410c', 'slow machine': '#94a3b8', line: '#64748b', text: '#334155' }
const hues = ['#2563eb', '#c2410c', '#1a7f4b', '#7c3aed']
const labelFont = 'font-family="system-ui, sans-serif" font-size="13"'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns a picture with a white background, whatever the page around it has. */
function svg(width: number, height: number, parts: string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${labelFont}>`
  return [head, `<rect width="${width}" height="${height}" fill="#ffffff"/>`, ...parts, '</svg>', ''].join('\n')
}

/** Returns a text of a plot. `attributes`: further SVG attributes, such as its alignment. */
const label = ([x, y]: [number, number], text: string, attributes = '') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${colors.text}" ${attributes}>${escaped(text)}</text>`

/** Draws a bar for each value that has a target. A line marks the target, and longer bars are always better. */
export function targetsPlot(measurements: readonly Measurement[]): string {
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
      label([left - 8, y + 12], measurement.measurement, 'text-anchor="end"'),
      `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="16" fill="${color}"/>`,
      label([left + length + 6, y + 12], `${shown} (${measurement.target})`),
    ]
  })
  const height = 56 + evaluated.length * row
  const line = `<line x1="${left + scale}" y1="28" x2="${left + scale}" y2="${height - 12}" stroke="${colors.line}" stroke-dasharray="4 3"/>`
  const title = label([left + scale, 20], 'target', 'text-anchor="middle"')
  return svg(left + most * scale + 260, height, [title, ...bars, line])
}

/** Returns a score, which is the length of the bar: 1 meets the target exactly, higher is better. At 0, a value with a maximum gets 2. */
function scoreOf({ target, value, ratio }: Measurement): number {
  const bound = Number(/[≥≤] ([\d.]+)/.exec(target ?? '')?.[1] ?? 1)
  const reached = target?.startsWith('ratio') ? (ratio ?? 0) : value
  if (target?.includes('≥')) return bound === 0 ? 1 : reached / bound
  return reached === 0 ? 2 : bound / reached
}

/** Draws percentiles from 1 to 99.9 on a logarithmic time scale. */
export function curvesPlot(curves: readonly Curve[]): string {
  const [width, height, left, top, bottom] = [760, 380, 60, 20, 330]
  const all = curves.flatMap(({ values }) => [percentile(values, 1), percentile(values, 99.9)])
  const [least, most] = [Math.max(0.1, Math.min(...all)), Math.max(...all)]
  // Without `|| 1`, equal values would be divided by 0.
  const y = (value: number) =>
    bottom -
    ((Math.log(Math.max(least, value)) - Math.log(least)) / (Math.log(most) - Math.log(least) || 1)) * (bottom - top)
  const x = (percent: number) => left + (percent / 100) * (width - left - 20)
  const marks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].filter((mark) => mark >= least && mark <= most)
  const grid = marks.flatMap((mark) => [
    `<line x1="${left}" y1="${y(mark).toFixed(1)}" x2="${width - 20}" y2="${y(mark).toFixed(1)}" stroke="#e2e8f0"/>`,
    label([left - 6, y(mark) + 4], `${mark} ms`, 'text-anchor="end"'),
  ])
  const ticks = [10, 25, 50, 75, 90, 99].map((percent) =>
    label([x(percent), bottom + 18], `p${percent}`, 'text-anchor="middle"'),
  )
  const lines = curves.flatMap(({ name, values }, i) => {
    const points = [...Array.from({ length: 99 }, (_, n) => n + 1), 99.5, 99.9].map(
      (percent) => `${x(percent).toFixed(1)},${y(percentile(values, percent)).toFixed(1)}`,
    )
    const hue = hues[i % hues.length] ?? colors.line
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${hue}" stroke-width="2"/>`,
      `<rect x="${left + 12}" y="${top + 4 + i * 20}" width="12" height="12" fill="${hue}"/>`,
      label([left + 30, top + 14 + i * 20], name),
    ]
  })
  return svg(width, height, [...grid, ...ticks, ...lines])
}
