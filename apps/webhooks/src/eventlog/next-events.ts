import type { VerbContext } from '@posthorn/chassis'
import type { WebhooksRuntime } from '../config.ts'
import { Event, type EventRow } from '../entities/event.ts'
import { visibleTo } from './visible.ts'

/** Longest wait for a nudge before looking again: the safety net when the bus is down. */
const lookAgainMs = 2_000

/** What of the log is asked for: at most `size` events after a sequence, of these kinds or of all. */
export type Wish = { after: number; kinds: string[] | undefined; size: number }

/** The next events that the caller may see; waits up to `waitMs` while there are none, and answers none then. */
export async function nextEvents(
  ctx: VerbContext<WebhooksRuntime>,
  { after, kinds, size }: Wish,
  waitMs: number,
): Promise<EventRow[]> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const restMs = deadline - performance.now()
    const { woken, cancel } = ctx.deps.waiters.next(ctx.workspace, Math.max(0, Math.min(restMs, lookAgainMs)))
    const rows = await ctx.em.find(
      Event,
      { sequence: { $gt: after }, ...(kinds ? { kind: { $in: kinds } } : {}), ...visibleTo(ctx) },
      { orderBy: { sequence: 'asc' }, limit: size, disableIdentityMap: true, filters: { numbers: false } },
    )
    if (rows.length > 0 || restMs <= 0) {
      cancel()
      return rows
    }
    await woken
    if (ctx.deps.waiters.closed) return []
  }
}
