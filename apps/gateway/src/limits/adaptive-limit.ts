/** An adaptive limit of one service's concurrent calls. */
export type AdaptiveLimit = {
  /** Running calls as a share of the limit; 0 while the service is recovering. */
  utilization(): number
  /** Starts a call and returns the function that ends it. */
  begin(): () => void
  /** Adapts the limit to the calls since the last evaluation. `delayMs`: this process's event loop delay. */
  evaluate(delayMs: number): void
}

/**
 * Lowest limit, so that a pause of the machine doesn't refuse light load. It allows for a batch of 64 in progress and half of the next: with 64,
 * half of the possible load was refused (measured by G5).
 */
const limitMin = 96
const limitMax = 4_096
const samplesMin = 10
const shrink = 0.9
const growth = 0.05
const latencyQuantile = 0.9
/** Evaluations that a recovering service gets to handle waiting calls. */
const graceMax = 8

/**
 * Creates a limit that finds how many concurrent calls a service handles within `targetMs`. It grows by 5 % while nine of ten calls meet the
 * target and the limit is used, and shrinks by 10 % when they don't. A service that doesn't respond at all counts as unavailable, not
 * overloaded: its calls keep waiting.
 */
export function createAdaptiveLimit(targetMs: number, now: () => number = () => performance.now()): AdaptiveLimit {
  let limit = limitMin * 2
  let running = 0
  let peak = 0
  let grace = 0
  let durationsMs: number[] = []
  const adapt = (latencyMs: number, reached: number) => {
    if (latencyMs > targetMs) limit = Math.max(limitMin, limit * shrink)
    else if (reached >= limit * latencyQuantile) limit = Math.min(limitMax, limit + Math.max(1, limit * growth))
  }
  return {
    utilization: () => (grace > 0 ? 0 : running / limit),
    begin() {
      const at = now()
      running += 1
      peak = Math.max(peak, running)
      return () => {
        running -= 1
        durationsMs.push(now() - at)
      }
    },
    evaluate(delayMs) {
      const sorted = durationsMs.sort((a, b) => a - b)
      const reached = peak
      durationsMs = []
      peak = running
      grace = sorted.length === 0 && running > 0 ? graceMax : Math.max(0, grace - 1)
      if (grace > 0 || sorted.length < samplesMin) return
      adapt((sorted[Math.floor(sorted.length * latencyQuantile)] ?? 0) + delayMs, reached)
    },
  }
}
