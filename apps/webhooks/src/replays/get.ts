import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { findReplay, presentReplay } from './present.ts'

/** How far a replay is. */
export const get: Verb<typeof webhooks.replays.get, WebhooksRuntime> = async ({ ctx, input }) =>
  presentReplay(ctx.em, await findReplay(ctx.em, input))
