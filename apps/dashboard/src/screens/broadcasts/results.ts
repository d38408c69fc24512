import type { Post } from '@posthorn/sdk'

const steps = ['sent', 'delivered', 'read', 'failed'] as const

/** How far a post came: people, and their share of those whom it was not kept from. */
type Result = { step: (typeof steps)[number]; count: number; share: number }

/** Returns how many people a post has reached so far. Who has read it also counts as delivered, and as sent. */
export function resultsOf(counts: Post['counts']): Result[] {
  const { total, sent, delivered, read, failed, canceled, optedOut, unsubscribed } = counts
  const reached = { sent: sent + delivered + read, delivered: delivered + read, read, failed }
  const people = total - canceled - optedOut - unsubscribed
  return steps.map((step) => ({ step, count: reached[step], share: people === 0 ? 0 : reached[step] / people }))
}
