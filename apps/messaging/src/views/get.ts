import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { View } from '../entities/view.ts'
import { presentView } from './present.ts'
import { viewsSeenBy } from './seen.sql.ts'

/** Shows a view of the team or of the caller. */
export const get: Verb<typeof messaging.views.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentView((await ctx.em.findOne(View, { $and: [{ id: input.id }, viewsSeenBy(ctx)] })) ?? fail('view:not_found'))
