/** Below this number of slots, there are no shares: a quarter would be too few for anyone. */
const sharedFrom = 40
const largestShare = 0.25

/** Slots in all, and how many of them are used. */
export type Places = { max: number; used: number }

/**
 * Returns how many more slots a workspace that uses `ownUsed` slots may take. It may use up to a quarter of all slots, but no more than it
 * leaves free, so there is always a slot for a newcomer.
 */
export function computeShare({ max, used }: Places, ownUsed: number): number {
  const free = Math.max(0, max - used)
  if (max < sharedFrom) return free
  return Math.max(0, Math.min(Math.floor(max * largestShare) - ownUsed, Math.ceil((free - ownUsed) / 2)))
}
