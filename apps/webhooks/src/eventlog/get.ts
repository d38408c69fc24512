import type { Verb } from '@posthorn/chassis'
import { fail, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Event } from '../entities/event.ts'
import { presentEvent } from './present.ts'

/** Returns one event of the log. */
export const get: Verb<typeof webhooks.events.get, WebhooksRuntime> = async ({ ctx, input }) =>
  presentEvent((await ctx.em.findOne(Event, { id: input.id })) ?? fail('event:not_found'))
