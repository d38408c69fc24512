/** The middle one of some figures. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The figure that `percent` of all do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
