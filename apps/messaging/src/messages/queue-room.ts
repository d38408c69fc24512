import type { EntityManager } from '@mikro-orm/postgresql'
import type { MessagingRuntime } from '../config.ts'
import { countWaiting } from './accept.sql.ts'

/** How long a count of a workspace's queue is trusted; what we accept meanwhile is added to it. */
const countLifeMs = 1_000

/** Tells for each call, in order, whether its workspace's queue has room, and counts the call in. */
export async function hasRoom(
  em: EntityManager,
  runtime: MessagingRuntime,
  calls: { workspace: string }[],
): Promise<(workspace: string) => boolean> {
  const { queueCounts } = runtime.deps
  const max = runtime.config.QUEUE_SIZE_MAX
  const nowMs = Date.now()
  const stale = [...new Set(calls.map(({ workspace }) => workspace))].filter(
    (workspace) => nowMs - (queueCounts.get(workspace)?.countedAtMs ?? 0) > countLifeMs,
  )
  if (stale.length > 0) {
    const counts = await countWaiting(em, stale, max)
    for (const workspace of stale)
      queueCounts.set(workspace, { waiting: counts.get(workspace) ?? 0, countedAtMs: nowMs })
  }
  return (workspace) => {
    const count = queueCounts.get(workspace)
    if (!count || count.waiting >= max) return false
    count.waiting += 1
    return true
  }
}
