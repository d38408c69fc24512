import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { View } from '../entities/view.ts'

/** Deletes a view of the team or of the caller. */
export const remove: Verb<typeof messaging.views.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const owner = { $in: ['', ctx.call.actor.id] }
  if ((await ctx.em.nativeDelete(View, { id: input.id, owner })) === 0) fail('view:not_found')
  return { id: input.id, deleted: true }
}
