import { type EventKind, publicKinds, subscriptionCovers } from '@posthorn/contracts'
import { kindsOfNames } from '@posthorn/dialect'

/** Returns the kinds that these names cover, such as `message:*`. */
export function coveredKinds(names: readonly string[]): EventKind[] {
  return publicKinds.filter((kind) => names.some((name) => subscriptionCovers(name, kind)))
}

/** Names of kinds of a webhook in its form, and those that a replay or a count is limited to; null: no limit. */
type ChosenKinds = { kinds: string[]; format: 'posthorn' | 'dialect'; events: string[] | null }

/** Returns the kinds that a webhook subscribes to, as far as they are among the chosen ones. */
export function subscribedKinds({ kinds, format, events }: ChosenKinds): EventKind[] {
  const subscribed = coveredKinds(format === 'dialect' ? kindsOfNames(kinds) : kinds)
  if (events === null) return subscribed
  const chosen = new Set(coveredKinds(events))
  return subscribed.filter((kind) => chosen.has(kind))
}
