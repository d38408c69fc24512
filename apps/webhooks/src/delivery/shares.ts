/** Below so many places all of them are for the first to come: quarters of them would serve no one. */
const sharedFrom = 40
const largestShare = 0.25

/** Places that many share: all of them, and those in use. */
export type Places = { max: number; used: number }

/**
 * Computes how many further places a workspace that has `own` may take: up to a quarter of all, and no more than it leaves free. So there
 * is a place for one that has none, however many others want more.
 */
export function computeShare({ max, used }: Places, own: number): number {
  const free = Math.max(0, max - used)
  if (max < sharedFrom) return free
  return Math.max(0, Math.min(Math.floor(max * largestShare) - own, Math.ceil((free - own) / 2)))
}
