import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import { changeChat } from '../chats/change.ts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { findLabels } from './find.ts'
import { planLabels } from './plan.ts'

/** Gives a chat these labels and no others. */
export const set: Verb<typeof messaging.labels.set, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  return changeChat(ctx, row, planLabels(row, await findLabels(ctx.em, input.labels, 'labels')))
}
