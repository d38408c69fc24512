import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Event } from '../entities/event.ts'
import { presentEvent } from './present.ts'
import { visibleTo } from './visible.ts'

/** Longest wait for a nudge before looking again: the safety net when the bus is down. */
const lookAgainMs = 2_000

/** The numbered log from `after` on; holds the answer up to `wait` seconds while there is nothing. */
export const list: Verb<typeof webhooks.events.list, WebhooksRuntime> = async ({ ctx, input }) => {
  const deadline = performance.now() + input.wait * 1_000
  for (;;) {
    const restMs = deadline - performance.now()
    const { woken, cancel } = ctx.deps.waiters.next(ctx.workspace, Math.max(0, Math.min(restMs, lookAgainMs)))
    const rows = await ctx.em.find(
      Event,
      { sequence: { $gt: input.after }, ...(input.kinds ? { kind: { $in: input.kinds } } : {}), ...visibleTo(ctx) },
      { orderBy: { sequence: 'asc' }, limit: input.size, disableIdentityMap: true },
    )
    if (rows.length > 0 || restMs <= 0) {
      cancel()
      return rows.map(presentEvent)
    }
    await woken
  }
}
