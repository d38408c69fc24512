import type { Buckets, Level } from './buckets.ts'

/** Whether a request may go on, seconds to wait when not, and the two headers that tell the caller where it stands. */
export type Verdict = { allowed: boolean; retryAfterSeconds: number; policy: string; state: string }

/** Where a caller stands in one bucket. */
type Standing = { policy: string; level: Level }

/** The verdict that follows from where a caller stands. */
export function verdictOf(standings: Standing[], opts: { policy: string; allowed: boolean; taken: boolean }): Verdict {
  const left = (tokens: number) => Math.max(0, opts.taken ? tokens - 1 : tokens)
  return {
    allowed: opts.allowed,
    retryAfterSeconds: Math.max(...standings.map(({ level }) => level.nextInSeconds)),
    policy: opts.policy,
    state: standings
      .map(({ policy, level }) => `"${policy}";r=${left(level.tokens)};t=${level.fullInSeconds}`)
      .join(', '),
  }
}

/** A bucket that a request is counted in, and the name it has in answers. */
export type Part = { policy: string; buckets: Buckets; name: string }

/** Decides by the buckets of this process. */
export function decideHere(parts: Part[], opts: { policy: string; nowMs: number; take: boolean }): Verdict {
  const standings = parts.map(({ policy, buckets, name }) => ({ policy, level: buckets.level(name, opts.nowMs) }))
  const allowed = standings.every(({ level }) => level.tokens >= 1)
  const taken = allowed && opts.take
  if (taken) for (const { buckets, name } of parts) buckets.take(name, opts.nowMs)
  return verdictOf(standings, { policy: opts.policy, allowed, taken })
}
