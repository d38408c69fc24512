import type { FilterQuery } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { Event, type EventRow } from '../entities/event.ts'

/** Query again after this time without a nudge, in case the bus is down. */
const queryAgainMs = 2_000

/** A query of the log for up to `size` events after a sequence. */
export type EventQuery = { after: number; size: number; where: FilterQuery<EventRow>[] }

export type LoggedEvent = Pick<EventRow, 'sequence' | 'kind' | 'entry'>

/** Returns the next events the caller may see. Waits up to `waitMs` for one, then returns none. */
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

/** Repeats a query whenever there may be new events, until it finds some or `waitMs` have passed. */
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
