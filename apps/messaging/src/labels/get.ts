import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Label } from '../entities/label.ts'
import { presentLabel } from './present.ts'

/** Shows one label. */
export const get: Verb<typeof messaging.labels.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentLabel((await ctx.em.findOne(Label, { id: input.id })) ?? fail('label:not_found'))
