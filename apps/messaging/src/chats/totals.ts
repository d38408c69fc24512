import type { Verb } from '@posthorn/chassis'
import { type messaging, totalsMax } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findChat } from './find.ts'
import { countTotals } from './totals.sql.ts'

/** Counts what is in a chat. */
export const totals: Verb<typeof messaging.chats.totals, MessagingRuntime> = async ({ ctx, input }) => {
  const { id } = await findChat(ctx, input.id)
  return countTotals(ctx.em, { workspace: ctx.workspace, chat: id, max: totalsMax })
}
