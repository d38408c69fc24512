import { type EventKind, publicKinds, subscriptionCovers } from '@posthorn/contracts'

/** Returns the kinds that these names cover, such as `message:*`. */
export function coveredKinds(names: readonly string[]): EventKind[] {
  return publicKinds.filter((kind) => names.some((name) => subscriptionCovers(name, kind)))
}
