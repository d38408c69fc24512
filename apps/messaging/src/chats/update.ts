import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findLabels, planLabels } from '../labels/labels.ts'
import { changeChat, joinPlans, planFields } from './change.ts'
import { lockChat } from './find.ts'
import { refuseSnoozeInPast } from './snooze.ts'

/** Changes status, unread, pinned, muted, snooze and labels of one chat. */
export const update: Verb<typeof messaging.chats.update, MessagingRuntime> = async ({ ctx, input }) => {
  refuseSnoozeInPast(input.snooze)
  const row = await lockChat(ctx, input.id)
  const labels = input.labels && planLabels(row, await findLabels(ctx.em, input.labels, 'labels'))
  return changeChat(ctx, row, joinPlans(planFields(row, input, ctx.call.actor), ...(labels ? [labels] : [])))
}
