import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { findChat } from './find.ts'

/** Reports that the caller has the chat open, and returns the others who do. */
export const presence: Verb<typeof messaging.chats.presence, MessagingRuntime> = async ({ ctx, input }) => {
  const { workspace, call, deps } = ctx
  const { id } = await findChat(ctx, input.id)
  const place = `${workspace} ${id}`
  deps.presences.report({ place, by: call.actor, status: input.status })
  const others = deps.presences.at(place).filter(({ by }) => by.id !== call.actor.id)
  return { others: others.map(({ by, status, atMs }) => ({ by, status, at: new Date(atMs).toISOString() })) }
}
