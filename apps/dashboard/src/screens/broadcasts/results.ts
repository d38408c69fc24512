import type { Post } from '@posthorn/sdk'

const steps = ['sent', 'delivered', 'read', 'failed'] as const

/** Progress of a post: people, and their share of those who should get it. */
type Result = { step: (typeof steps)[number]; count: number; share: number }

/** Returns how many people a post has reached. Read counts as delivered, and delivered as sent. */
export function resultsOf(counts: Post['counts']): Result[] {
  const { total, sent, delivered, read, failed, canceled, optedOut, unsubscribed } = counts
  const reached = { sent: sent + delivered + read, delivered: delivered + read, read, failed }
  const people = total - canceled - optedOut - unsubscribed
  return steps.map((step) => ({ step, count: reached[step], share: people === 0 ? 0 : reached[step] / people }))
}
