import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { findNextEvents } from './next-events.ts'
import { presentEvent } from './present.ts'

/** Returns the numbered log from `after` on; waits up to `wait` seconds while there is nothing. */
export const list: Verb<typeof webhooks.events.list, WebhooksRuntime> = async ({ ctx, input }) =>
  (await findNextEvents(ctx, { ...input, kinds: input.kinds }, input.wait * 1_000)).map(presentEvent)
