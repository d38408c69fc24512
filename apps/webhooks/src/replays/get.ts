import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { findReplay, presentReplay } from './present.ts'

/** Returns a replay with its progress. */
export const get: Verb<typeof webhooks.replays.get, WebhooksRuntime> = async ({ ctx, input }) =>
  presentReplay(ctx.em, await findReplay(ctx.em, input))
