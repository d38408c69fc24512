import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { nextEvents } from './next-events.ts'
import { presentEvent } from './present.ts'

/** The numbered log from `after` on; holds the answer up to `wait` seconds while there is nothing. */
export const list: Verb<typeof webhooks.events.list, WebhooksRuntime> = async ({ ctx, input }) =>
  (await nextEvents(ctx, { ...input, kinds: input.kinds }, input.wait * 1_000)).map(presentEvent)
