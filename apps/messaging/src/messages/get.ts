import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message } from '../entities/message.ts'
import { withIncluded } from './included.ts'
import { presentMessage } from './present.ts'
import { estimateSendAt, queueViews } from './queue-view.sql.ts'

/** One message with what it waits for and when it will leave. */
export const get: Verb<typeof messaging.messages.get, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  const view = (await queueViews(ctx, [row.id])).get(row.id)
  const estimatedSendAt = view?.waiting ? await estimateSendAt(ctx, row.id) : null
  const shown = presentMessage(row, { ...view, ...(estimatedSendAt ? { estimatedSendAt } : {}) })
  const [message] = await withIncluded(ctx, [row], { shown: [shown], include: input.include })
  return message ?? fail('message:not_found')
}
