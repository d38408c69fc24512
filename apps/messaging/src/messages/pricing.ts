import { isDeepStrictEqual } from 'node:util'
import { isLater } from '@posthorn/contracts'
import type { StoredPricing } from '../entities/message.ts'

type Reported = Pick<StoredPricing, 'pricing' | 'conversation'>

/**
 * Merges the price reported with a status. Returns null if nothing changes. The newest status by the provider's time wins, so that statuses
 * can arrive in any order; at equal times, the text that sorts last wins. The end of a conversation is the latest one reported, because
 * only the first status contains it.
 */
export function mergePricing(
  before: StoredPricing | null | undefined,
  { pricing, conversation }: Reported,
  at: string,
): StoredPricing | null {
  const after: StoredPricing = { ...before }
  const { reportedAt } = after
  if (pricing && isLater({ at, text: textOf(pricing) }, { at: reportedAt?.pricing, text: textOf(before?.pricing) })) {
    after.pricing = pricing
    after.reportedAt = { ...reportedAt, pricing: at }
  }
  if (conversation) {
    const { expiresAt, ...named } = conversation
    const { expiresAt: knownEnd, ...known } = before?.conversation ?? {}
    const isNamedNewer = isLater({ at, text: textOf(named) }, { at: reportedAt?.conversation, text: textOf(known) })
    const end = expiresAt && knownEnd ? [expiresAt, knownEnd].toSorted().at(-1) : (expiresAt ?? knownEnd)
    after.conversation = { ...(isNamedNewer ? named : known), ...(end && { expiresAt: end }) }
    if (isNamedNewer) after.reportedAt = { ...after.reportedAt, conversation: at }
  }
  return isDeepStrictEqual(after, before ?? {}) ? null : after
}

/** Returns the same text for equal values. Needed because Postgres reorders the keys of JSON objects. */
function textOf(value: object = {}): string {
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
