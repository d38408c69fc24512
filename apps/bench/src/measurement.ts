import { availableParallelism } from 'node:os'

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
  if (reaches(target.of === 'ratio' ? (ratio ?? Number.NaN) : value, target)) return 'met'
  const cannotTell = others > othersMax || (isSlow && target.of === 'value')
  return cannotTell && speedUnits.test(unit) ? 'slow machine' : 'not met'
}

function reaches(value: number, target: Target): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
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
