import type { Post } from '@posthorn/sdk'

const steps = ['sent', 'delivered', 'read', 'failed'] as const

/** One step of a post's progress: the number of people who reached it, and their share of those who should get the post. */
type Result = { step: (typeof steps)[number]; count: number; share: number }

/**
 * Returns how many people reached each step of a post, and their share of those who should get it. `counts` has each person only under the
 * latest status, so a read message also counts as delivered here, and a delivered one as sent.
 */
export function resultsOf(counts: Post['counts']): Result[] {
  const { total, sent, delivered, read, failed, canceled, optedOut, unsubscribed } = counts
  const reached = { sent: sent + delivered + read, delivered: delivered + read, read, failed }
  const people = total - canceled - optedOut - unsubscribed
  return steps.map((step) => ({ step, count: reached[step], share: people === 0 ? 0 : reached[step] / people }))
}
