import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message } from '../entities/message.ts'
import { presentMessage } from './present.ts'
import { queueViews } from './queue-view.sql.ts'

/** One message with what it waits for. */
export const get: Verb<typeof messaging.messages.get, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const views = await queueViews(ctx.em, ctx.workspace, [row.id])
  return presentMessage(row, views.get(row.id))
}
