import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import { type ChangeContext, changeChat } from '../chats/change.ts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import type { ChatRow, LabelView } from '../entities/chat.ts'
import { findLabels } from './find.ts'
import { planLabels } from './plan.ts'

/** Puts labels on a chat beside those it has. */
export const add: Verb<typeof messaging.labels.add, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return addLabels(ctx, row, await findLabels(ctx.em, input.labels, 'labels'))
}

/** Adds labels to a locked chat and announces those that it did not have. */
export function addLabels(ctx: ChangeContext, row: ChatRow, labels: LabelView[]): ReturnType<typeof changeChat> {
  const fresh = labels.filter(({ id }) => !row.labelIds.includes(id))
  return changeChat(ctx, row, planLabels(row, [...row.labels, ...fresh]))
}
