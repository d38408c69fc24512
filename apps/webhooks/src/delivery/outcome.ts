/** Outcome of an attempt. `gone`: never again; `throttled`: the receiver is overloaded; both are failures. */
export type AttemptOutcome = 'succeeded' | 'gone' | 'throttled' | 'failed'

const throttlingStatuses = new Set([429, 502, 504])

/** Classifies the status of a response, null when none came: only 2xx is success, 410 asks to stop (Standard Webhooks 1.0.0). */
export function classifyStatus(status: number | null): AttemptOutcome {
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'succeeded'
  if (status === 410) return 'gone'
  return throttlingStatuses.has(status) ? 'throttled' : 'failed'
}
