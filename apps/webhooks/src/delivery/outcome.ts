/** What an attempt meant. `gone`: never again; `throttled`: the receiver has too much to do; both are failures. */
export type Verdict = 'succeeded' | 'gone' | 'throttled' | 'failed'

const throttlingStatuses = new Set([429, 502, 504])

/** Judges an answer's status, null when none came: only 2xx is success, 410 asks to stop (Standard Webhooks 1.0.0). */
export function judge(status: number | null): Verdict {
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'succeeded'
  if (status === 410) return 'gone'
  return throttlingStatuses.has(status) ? 'throttled' : 'failed'
}
