import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import { changeChat } from '../chats/change.ts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { findLabels } from './find.ts'
import { planLabels } from './plan.ts'

/** Puts labels on a chat beside those it has. */
export const add: Verb<typeof messaging.labels.add, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  const added = await findLabels(ctx.em, input.labels, 'labels')
  const fresh = added.filter(({ id }) => !row.labelIds.includes(id))
  return changeChat(ctx, row, planLabels(row, [...row.labels, ...fresh]))
}
