import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow, LabelView } from '../entities/chat.ts'
import { findLabels, planLabels } from '../labels/labels.ts'
import { changeChat, joinPlans, planAssignee, planFields } from './change.ts'
import { lockChats } from './find.ts'
import { findMember } from './members.ts'
import { refuseSnoozeInPast } from './snooze.ts'

type Labels = { add: LabelView[]; remove: LabelView[] }

/** Changes up to 200 chats at once, all or none. */
export const updateMany: Verb<typeof messaging.chats.updateMany, MessagingRuntime> = async ({ ctx, input }) => {
  const { ids, assignee, labels, ...fields } = input
  refuseSnoozeInPast(fields.snooze)
  const rows = await lockChats(ctx, ids)
  const member = assignee ? await findMember(ctx.em, assignee, 'assignee.') : assignee
  const add = await findLabels(ctx.em, labels?.add ?? [], 'labels.add')
  const remove = await findLabels(ctx.em, labels?.remove ?? [], 'labels.remove')
  return rows.map((row) => {
    const plans = [
      planFields(row, fields, ctx.call.actor),
      ...(member === undefined ? [] : [planAssignee(row, member)]),
    ]
    return changeChat(ctx, row, joinPlans(...plans, planLabels(row, relabeled(row, { add, remove }))))
  })
}

function relabeled(row: ChatRow, { add, remove }: Labels): LabelView[] {
  const kept = row.labels.filter(({ id }) => !remove.some((label) => label.id === id))
  return [...kept, ...add.filter(({ id }) => !kept.some((label) => label.id === id))]
}
