import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { findReplay, presentReplay } from './present.ts'

/** Stops a running replay; no effect on one that has ended. */
export const stop: Verb<typeof webhooks.replays.stop, WebhooksRuntime> = async ({ ctx, input }) => {
  const row = await findReplay(ctx.em, input)
  if (row.status === 'running') ctx.em.assign(row, { status: 'stopped', completedAt: new Date() })
  await ctx.em.flush()
  return presentReplay(ctx.em, row)
}
