import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Reply } from '../entities/reply.ts'

/** Deletes a saved reply. */
export const remove: Verb<typeof messaging.replies.remove, MessagingRuntime> = async ({ ctx, input }) => {
  if ((await ctx.em.nativeDelete(Reply, { id: input.id })) === 0) fail('reply:not_found')
  return { id: input.id, deleted: true }
}
