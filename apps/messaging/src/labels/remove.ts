import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import { refreshChats } from '../chats/refresh.ts'
import type { MessagingRuntime } from '../config.ts'
import { Label } from '../entities/label.ts'

/** Deletes a label and takes it off all chats. */
export const remove: Verb<typeof messaging.labels.remove, MessagingRuntime> = async ({ ctx, input }) => {
  if ((await ctx.em.nativeDelete(Label, { id: input.id })) === 0) fail('label:not_found')
  await refreshChats(ctx, { workspaceId: ctx.workspace, subjectId: input.id, shown: null, author: ctx.call.actor })
  return { id: input.id, deleted: true }
}
