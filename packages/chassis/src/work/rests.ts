/** Longest rest: what comes meanwhile waits no longer than a person notices. */
const restMsMax = 50
/** A round that follows others without a gap rests at most so many times as long as it took. */
const timesMax = 3

/** Says how long to let work gather between rounds that follow each other without a gap. */
export type Rests = {
  /**
   * A round begins; the function it answers ends it and says how many milliseconds to rest before the next. A round that took all it
   * could (`full`) rests not at all.
   */
  begin(): (opts: { full: boolean }) => number
}

/**
 * Under load the cost of a transaction is shared by whatever it carries. The first round after a quiet time does not rest; those that go
 * on without a gap rest once, twice, at last three times as long as they took: a busy system works in fewer and larger batches, and a
 * quiet one is not slower for it.
 */
export function createRests(now: () => number = () => performance.now()): Rests {
  const last = { tookMs: 0, restedAt: Number.NEGATIVE_INFINITY }
  let inRow = 0
  return {
    begin() {
      const begunAt = now()
      inRow = begunAt - last.restedAt > last.tookMs ? 0 : Math.min(timesMax, inRow + 1)
      return ({ full }) => {
        const endedAt = now()
        last.tookMs = endedAt - begunAt
        const restMs = full ? 0 : Math.min(restMsMax, last.tookMs * inRow)
        last.restedAt = endedAt + restMs
        return restMs
      }
    },
  }
}
