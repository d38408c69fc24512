import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import { changeChat } from '../chats/change.ts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { findLabels } from './find.ts'
import { planLabels } from './plan.ts'

/** Removes a label from a chat. */
export const removeFromChat: Verb<typeof messaging.labels.removeFromChat, MessagingRuntime> = async ({
  ctx,
  input,
}) => {
  const row = await lockChat(ctx, input.id)
  await findLabels(ctx.em, [input.label])
  const kept = row.labels.filter(({ id }) => id !== input.label)
  return changeChat(ctx, row, planLabels(row, kept))
}
