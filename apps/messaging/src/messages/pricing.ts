import { isDeepStrictEqual } from 'node:util'
import { isLater } from '@posthorn/contracts'
import type { StoredPricing } from '../entities/message.ts'

type Reported = Pick<StoredPricing, 'pricing' | 'conversation'>

/**
 * Adds what a status says of the price; null when that is nothing new. Price and conversation are those of the newest status that has
 * them, by the provider's time, so that statuses may come in any order; of two with the same time the text that sorts last counts. The
 * end of a conversation, which only the first status has, is the latest that was reported.
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

/** Returns the same text for equal values: the database keeps the names of an object in an order of its own. */
function textOf(value: object = {}): string {
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
