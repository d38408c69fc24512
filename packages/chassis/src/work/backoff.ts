/** Milliseconds before try `attempt` (1 = first retry) by a fixed schedule, its last step repeated, with up to `jitter` added. */
export function backoffMs(
  attempt: number,
  schedule: readonly number[],
  opts: { jitter?: number; random?: () => number } = {},
): number {
  const step = schedule[Math.min(attempt, schedule.length) - 1] ?? 0
  return Math.round(step * (1 + (opts.jitter ?? 0) * (opts.random ?? Math.random)()))
}
