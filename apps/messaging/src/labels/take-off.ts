import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import { changeChat } from '../chats/change.ts'
import { lockChat } from '../chats/find.ts'
import type { MessagingRuntime } from '../config.ts'
import { findLabels } from './find.ts'
import { planLabels } from './plan.ts'

/** Takes a label off a chat. */
export const takeOff: Verb<typeof messaging.labels.takeOff, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  await findLabels(ctx.em, [input.label], 'label')
  const kept = row.labels.filter(({ id }) => id !== input.label)
  return changeChat(ctx, row, planLabels(row, kept))
}
