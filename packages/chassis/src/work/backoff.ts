/**
 * Returns the delay in milliseconds before retry `attempt` (starting at 1), from a fixed schedule whose last step repeats, plus up to
 * `jitter`.
 */
export function backoffMs(
  attempt: number,
  schedule: readonly number[],
  opts: { jitter?: number; random?: () => number } = {},
): number {
  const step = schedule[Math.min(attempt, schedule.length) - 1] ?? 0
  return Math.round(step * (1 + (opts.jitter ?? 0) * (opts.random ?? Math.random)()))
}
