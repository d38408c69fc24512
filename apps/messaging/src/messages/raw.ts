import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Message } from '../entities/message.ts'
import { findRaw } from './raw.sql.ts'

/** Shows a message as the provider sent it. */
export const raw: Verb<typeof messaging.messages.raw, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(Message, { id: input.id })) ?? fail('message:not_found')
  return { id: row.id as never, providerId: row.providerId ?? null, raw: (await findRaw(ctx.em, row)) as never }
}
