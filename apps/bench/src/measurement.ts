import { availableParallelism } from 'node:os'

/** Target of a measurement: minimum or maximum, of its ratio to the baseline or of its value. */
export type Target = { of: 'ratio' | 'value' } & ({ atLeast: number } | { atMost: number })

/** A measurement. `baseline` is from the same run, in the same unit; the ratio is value to baseline. */
export type Measured = {
  /** The same words in every run, because they identify a measurement's history. */
  measurement: string
  value: number
  unit: string
  /** `bare request`: the CPU of a request of the calibration, if all cores serve nothing else. */
  baseline?: number | 'bare request'
  target?: Target
  /** A note for the reader. */
  note?: string
}

/** Speed of the machine: the mean of before and after a scenario. */
export type Machine = {
  /** Requests per second to bare Express with one INSERT each, at 64 connections. */
  bare: number
  /** Rows per second of COPY into a table with a primary key. */
  copy: number
  /** Million steps per second of a loop on one core. */
  loop: number
  /** Blocks of 8 KB per second, each synchronized to the disk. */
  sync: number
  /** The higher of the two values of `bare` by the lower one. */
  drift: number
  /** Cores that other programs used during the scenario. */
  others: number
  /** Whether either value of `bare` is below the rate that targets are for. */
  isSlow: boolean
}

/** `slow machine`: missed, but this machine can't tell whether the code or the machine is slow. */
export type Status = 'met' | 'not met' | 'slow machine'

/** A value in `apps/docs/benchmarks.json`. */
export type Measurement = {
  measurement: string
  scenario: string
  value: number
  unit: string
  baseline: number | null
  ratio: number | null
  /** Such as `ratio ≥ 0.60`; null without a target. */
  target: string | null
  status: Status | null
  note: string | null
  /** Speed of the machine during the scenario; null before the calibration existed. */
  machine: Machine | null
  date: string
  commit: string
  /** Runnable processes before the run: above 1, something else was running. */
  loadBefore: number
}

export type Run = Pick<Measurement, 'date' | 'commit' | 'loadBefore'>

/** Compares a measurement with its target. */
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

/** Units of time and rates, which a slow machine makes worse. Bytes and counts don't depend on it. */
const speedUnits = /^m?s$|\/s$/
/** Other programs that use more cores than this distort ratios, too: ours has more processes than its baselines. */
const othersMax = 0.3

function statusOf(
  { value, ratio, unit }: { value: number; ratio: number | null; unit: string },
  target: Target,
  { isSlow, others }: Machine,
): Status {
  if (reaches(target.of === 'ratio' ? (ratio ?? Number.NaN) : value, target)) return 'met'
  const cannotTell = others > othersMax || (isSlow && target.of === 'value')
  return cannotTell && speedUnits.test(unit) ? 'slow machine' : 'not met'
}

function reaches(value: number, target: Target): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

function targetText(target: Target, unit: string): string {
  const bound = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
  return target.of === 'ratio' ? `ratio ${bound}` : `${bound} ${unit}`
}

/** Three significant digits, but all digits before the decimal point. */
export function rounded(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 100) return Math.round(value)
  return Number(value.toPrecision(3))
}
