/** Outcome of an attempt. `gone` (don't retry) and `throttled` (receiver is overloaded) are failures. */
export type AttemptOutcome = 'succeeded' | 'gone' | 'throttled' | 'failed'

const throttlingStatuses = new Set([429, 502, 504])

/** Classifies a response status (null: no response). Only 2xx is a success. 410 asks the sender to stop (Standard Webhooks 1.0.0). */
export function classifyStatus(status: number | null): AttemptOutcome {
  if (status === null) return 'failed'
  if (status >= 200 && status < 300) return 'succeeded'
  if (status === 410) return 'gone'
  return throttlingStatuses.has(status) ? 'throttled' : 'failed'
}

/** A receiver's response, as counted in statistics and replays. `silent`: no response. */
export type Answer = 'ok' | 'refused' | 'silent'

/** Last response to a delivery before a replay. `none`: the delivery was never attempted. */
export type AnswerBefore = Answer | 'none'

/** Returns how a response status counts in statistics and replays. Null: no response. */
export function answerOf(status: number | null): Answer {
  if (status === null) return 'silent'
  return classifyStatus(status) === 'succeeded' ? 'ok' : 'refused'
}
