import type { FilterQuery } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { Event, type EventRow } from '../entities/event.ts'

/** Longest wait for a nudge before the next query: the safety net when the bus is down. */
const queryAgainMs = 2_000

/** Query of the log: at most `size` events after a sequence that meet these conditions. */
export type EventQuery = { after: number; size: number; where: FilterQuery<EventRow>[] }

/** An event as the log is read. */
export type LoggedEvent = Pick<EventRow, 'sequence' | 'kind' | 'entry'>

/** Finds the next events that the caller may see; waits up to `waitMs` while there are none, then returns none. */
export function findNextEvents(
  ctx: VerbContext<WebhooksRuntime>,
  { after, size, where }: EventQuery,
  waitMs: number,
): Promise<LoggedEvent[]> {
  const find = () =>
    ctx.em.find(
      Event,
      { $and: [{ sequence: { $gt: after } }, ...where] },
      { orderBy: { sequence: 'asc' }, limit: size, disableIdentityMap: true },
    )
  return waitForEvents(ctx, find, waitMs)
}

/** Repeats a query of the log whenever there may be more, until it finds events or `waitMs` are over. */
export async function waitForEvents(
  ctx: VerbContext<WebhooksRuntime>,
  find: () => Promise<LoggedEvent[]>,
  waitMs: number,
): Promise<LoggedEvent[]> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const remainingMs = deadline - performance.now()
    const { woken, cancel } = ctx.deps.waiters.wait(ctx.workspace, Math.max(0, Math.min(remainingMs, queryAgainMs)))
    const rows = await find()
    if (rows.length > 0 || remainingMs <= 0) {
      cancel()
      return rows
    }
    await woken
    if (ctx.deps.waiters.closed) return []
  }
}
