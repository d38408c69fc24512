import type { Health } from './breaker.ts'

const hourMs = 3_600_000
const disableAfterMs = 5 * 24 * hourMs
const disableAttemptsMin = 20
const warningHours = [72, 24]

/** Alert for the owner of an endpoint: a warning after so many hours without a 2xx, or that the endpoint is disabled. */
export type EndpointAlert = { kind: 'failing'; hours: number } | { kind: 'disabled' }

/** Decides which alert is due after a failed attempt; null: none. Disables only after 5 days without a 2xx and at least 20 attempts. */
export function decideAlert(health: Health, nowMs: number): EndpointAlert | null {
  if (health.failingSinceMs === null) return null
  const failingMs = nowMs - health.failingSinceMs
  if (failingMs >= disableAfterMs && health.failedAttempts >= disableAttemptsMin) return { kind: 'disabled' }
  const hours = warningHours.find((after) => failingMs >= after * hourMs)
  return hours !== undefined && hours > health.warnedHours ? { kind: 'failing', hours } : null
}
