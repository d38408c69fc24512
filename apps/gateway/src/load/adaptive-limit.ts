/** What of a service's load is measured and what follows from it. */
export type AdaptiveLimit = {
  /** Calls it answers at the moment, as a share of those it can answer in good time; 0 while it is just coming back. */
  utilisation(): number
  /** Begins a call; the function it answers ends it. */
  begin(): () => void
  /** Judges what was measured since the last time. `delayMs`: how late this process itself is. */
  evaluate(delayMs: number): void
}

/** So many calls at once are always let through: a pause of the machine must not refuse those who ask little. */
const limitMin = 64
const limitMax = 4_096
const samplesMin = 10
const shrink = 0.9
const growth = 0.05
const judgedShare = 0.9
/** Judgements for which a service that had answered nothing is given time to answer what waited for it. */
const graceMax = 8

/**
 * Finds how many calls a service can answer at once in `targetMs`: as long as nine of ten are answered in that time and all places are
 * asked for, there is one more place in twenty; when they are not, one less in ten (additive increase, multiplicative decrease).
 * A service that answers nothing is not overloaded but away: who waits for it keeps waiting.
 */
export function createAdaptiveLimit(targetMs: number, now: () => number = () => performance.now()): AdaptiveLimit {
  let limit = limitMin * 2
  let running = 0
  let most = 0
  let grace = 0
  let tookMs: number[] = []
  const adapt = (figureMs: number, reached: number) => {
    if (figureMs > targetMs) limit = Math.max(limitMin, limit * shrink)
    else if (reached >= limit * judgedShare) limit = Math.min(limitMax, limit + Math.max(1, limit * growth))
  }
  return {
    utilisation: () => (grace > 0 ? 0 : running / limit),
    begin() {
      const at = now()
      running += 1
      most = Math.max(most, running)
      return () => {
        running -= 1
        tookMs.push(now() - at)
      }
    },
    evaluate(delayMs) {
      const sorted = tookMs.sort((a, b) => a - b)
      const reached = most
      tookMs = []
      most = running
      grace = sorted.length === 0 && running > 0 ? graceMax : Math.max(0, grace - 1)
      if (grace > 0 || sorted.length < samplesMin) return
      adapt((sorted[Math.floor(sorted.length * judgedShare)] ?? 0) + delayMs, reached)
    },
  }
}
