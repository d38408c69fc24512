/** Target of a measurement: minimum or maximum, of its ratio to the baseline or of its value. */
export type Target = { of: 'ratio' | 'value' } & ({ atLeast: number } | { atMost: number })

/** A measurement. `baseline` is from the same run, in the same unit; the ratio is value to baseline. */
export type Measured = {
  /** The same words in every run, because they identify a measurement's history. */
  measurement: string
  value: number
  unit: string
  baseline?: number
  target?: Target
  /** A note for the reader. */
  note?: string
}

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
  met: boolean | null
  note: string | null
  date: string
  commit: string
  /** Processes that wanted a core before the run: above 1, something else was running. */
  loadBefore: number
}

export type Run = Pick<Measurement, 'date' | 'commit' | 'loadBefore'>

/** Compares a measurement with its target. */
export function evaluated(scenario: string, measured: Measured, run: Run): Measurement {
  const { measurement, value, unit, baseline, target, note } = measured
  const ratio = baseline === undefined ? null : value / baseline
  const comparedValue = target?.of === 'ratio' ? ratio : value
  return {
    measurement,
    scenario,
    value: rounded(value),
    unit,
    baseline: baseline === undefined ? null : rounded(baseline),
    ratio: ratio === null ? null : rounded(ratio),
    target: target === undefined ? null : targetText(target, unit),
    met: target === undefined || comparedValue === null ? null : reaches(comparedValue, target),
    note: note ?? null,
    ...run,
  }
}

function reaches(value: number, target: Target): boolean {
  if (Number.isNaN(value)) return false
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

function targetText(target: Target, unit: string): string {
  const bound = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`
  return target.of === 'ratio' ? `ratio ${bound}` : `${bound} ${unit}`
}

/** Three significant digits, but all digits before the decimal point. */
function rounded(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 100) return Math.round(value)
  return Number(value.toPrecision(3))
}
