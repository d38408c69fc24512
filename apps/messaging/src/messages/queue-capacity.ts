type Count = (workspaces: string[]) => Promise<Map<string, number>>

/** Free capacity of workspace queues, from a recent count and the messages accepted since. */
export type QueueCapacity = {
  /** Returns a function that reserves one slot per call. It returns false if the workspace's queue is full. */
  reserve(workspaces: string[], count: Count): Promise<(workspace: string) => boolean>
}

/**
 * How long a count stays valid. This is longer than a transaction takes, so everything accepted before one count is committed by the time
 * of the next. A queue with much room is counted less often, because counting 100,000 jobs takes 10 ms.
 */
const countLifeMs = { full: 1_000, roomy: 10_000 }

/** `admitted` is the number accepted since the count. */
type WorkspaceCount = { waiting: number; admitted: number; atMs: number }

/** Tracks queues of up to `max` messages. `now` returns milliseconds. */
export function createQueueCapacity(max: number, now: () => number = () => performance.now()): QueueCapacity {
  const counts = new Map<string, WorkspaceCount>()
  const isStale = (workspace: string) => {
    const known = counts.get(workspace)
    return !known || now() - known.atMs > (known.waiting > max / 2 ? countLifeMs.full : countLifeMs.roomy)
  }
  return {
    async reserve(workspaces, count) {
      const stale = new Map(workspaces.filter(isStale).map((workspace) => [workspace, counts.get(workspace)]))
      const counted = stale.size > 0 ? await count([...stale.keys()]) : new Map<string, number>()
      for (const [workspace, before] of stale) {
        // A concurrent call has counted in the meantime and may have admitted messages.
        if (counts.get(workspace) !== before) continue
        const waiting = allWaiting(counted.get(workspace) ?? 0, before)
        counts.set(workspace, { waiting, admitted: 0, atMs: now() })
      }
      return (workspace) => {
        const known = counts.get(workspace)
        if (!known || known.waiting >= max) return false
        known.waiting += 1
        known.admitted += 1
        return true
      }
    },
  }
}

/** A count misses accepted messages that aren't committed yet: at most as many as were admitted since the previous count. */
const allWaiting = (counted: number, before: WorkspaceCount | undefined): number =>
  before ? Math.max(counted, Math.min(before.waiting, counted + before.admitted)) : counted
