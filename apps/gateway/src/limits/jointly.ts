import type { Level } from './buckets.ts'
import { type Held, levelOf, stateOf } from './lease.ts'
import type { Leases } from './leases.ts'
import { decideHere, type Part, type Verdict, verdictOf } from './verdict.ts'

/** Rounds that a request waits for tokens which others of the same moment take first. */
const roundsMax = 3

type Asked = { parts: Part[]; policy: string; now: () => number }

/** Where a caller stands in a joint bucket; an empty one says when its next token comes. */
function jointLevel(held: Held, nowMs: number, isEmpty: boolean): Level {
  const level = levelOf(held, nowMs)
  return {
    tokens: isEmpty ? 0 : Math.floor(level),
    fullInSeconds: Math.ceil((held.rate.burst - level) / held.rate.perSecond),
    nextInSeconds: isEmpty ? Math.max(1, Math.ceil((held.emptyUntilMs - nowMs) / 1_000)) : 0,
  }
}

/** Decides by what is leased; null where the store cannot be asked. */
async function byLeases(leases: Leases, all: Held[], { parts, policy, now }: Asked): Promise<Verdict | null> {
  for (let round = 1; !leases.isDegraded(); round++) {
    const nowMs = now()
    const found = all.map((held) => ({ held, state: stateOf(held, nowMs) }))
    const allowed = found.every(({ state }) => state === 'ready')
    const isLast = round > roundsMax
    if (allowed || isLast || found.some(({ state }) => state === 'empty')) {
      const standings = found.map(({ held, state }, i) => ({
        policy: parts[i]?.policy ?? '',
        level: jointLevel(held, nowMs, state === 'empty' || (state === 'ask' && isLast)),
      }))
      if (allowed) leases.use(...all)
      return verdictOf(standings, { policy, allowed, taken: allowed })
    }
    await leases.refilled(...found.flatMap(({ held, state }) => (state === 'ask' ? [held] : [])))
  }
  return null
}

/** Takes one token of each bucket jointly with all gateways; while these share nothing, by the count of this one. */
export async function takeJointly(leases: Leases, asked: Asked): Promise<Verdict> {
  const { parts, policy, now } = asked
  const all = parts.map(({ name, buckets }) => leases.held(name, buckets.rate))
  const joint = await byLeases(leases, all, asked)
  const nowMs = now()
  const verdict = joint ?? decideHere(parts, { policy, nowMs, take: true })
  if (!verdict.allowed) return verdict
  for (const [i, { buckets, name }] of parts.entries()) {
    // Counted here too, for the time when only this gateway's own count is left.
    if (joint) buckets.take(name, nowMs)
    else leases.owe(all[i] as Held, buckets.rate.burst - buckets.level(name, nowMs).tokens)
  }
  return verdict
}
