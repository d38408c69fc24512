/** Counts the waiting messages of workspaces, as far as they are committed. */
type Count = (workspaces: string[]) => Promise<Map<string, number>>

/** Free capacity of the queues of workspaces, by a recent count and what was accepted since. */
export type QueueCapacity = {
  /** Returns a function that reserves a place for each call, in order, and returns false where the queue of its workspace is full. */
  reserve(workspaces: string[], count: Count): Promise<(workspace: string) => boolean>
}

/** Life of a count; longer than a transaction takes, so what was accepted before the last count is in this one. */
const countLifeMs = 1_000

/** `admitted`: since the count. */
type WorkspaceCount = { waiting: number; admitted: number; atMs: number }

/** Keeps count for queues of `max` messages; `now` in milliseconds. */
export function createQueueCapacity(max: number, now: () => number = Date.now): QueueCapacity {
  const counts = new Map<string, WorkspaceCount>()
  const isStale = (workspace: string) => now() - (counts.get(workspace)?.atMs ?? 0) > countLifeMs
  return {
    async reserve(workspaces, count) {
      const stale = new Map(workspaces.filter(isStale).map((workspace) => [workspace, counts.get(workspace)]))
      const counted = stale.size > 0 ? await count([...stale.keys()]) : new Map<string, number>()
      for (const [workspace, before] of stale) {
        // Someone else has counted meanwhile, and may have let calls in.
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

/** A count misses what is accepted and not committed yet: at most what was let in since the last one, and no more than was known of. */
function allWaiting(counted: number, before: WorkspaceCount | undefined): number {
  return before ? Math.max(counted, Math.min(before.waiting, counted + before.admitted)) : counted
}
