import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, refuseLimited } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { View } from '../entities/view.ts'
import { viewsSeenBy } from './seen.sql.ts'

/** Deletes a view of the team or of the caller. */
export const remove: Verb<typeof messaging.views.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(View, { $and: [{ id: input.id }, viewsSeenBy(ctx)] })) ?? fail('view:not_found')
  if (row.owner === '') refuseLimited(ctx.call)
  await ctx.em.remove(row).flush()
  return { id: input.id, deleted: true }
}
