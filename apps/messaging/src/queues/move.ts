import type { EntityManager } from '@mikro-orm/postgresql'
import { recordChange, type Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import { presentChat } from '../chats/present.ts'
import type { MessagingRuntime } from '../config.ts'
import { announceStep } from '../messages/announce-step.ts'
import { lockMessages } from '../messages/rows.sql.ts'
import { noteMovedMessages } from '../statistics/recorded-answers.sql.ts'
import { findNumber } from './find-number.ts'
import { type Move, moveMessages, openChats } from './move.sql.ts'
import { countMatching, lockWaiting } from './waiting.sql.ts'

/** Lets the waiting messages of one number leave from another. */
export const move: Verb<typeof messaging.queues.move, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, number, ...named } = input
  const { em, workspace } = ctx
  await findNumber(ctx, id)
  const target = await findNumber(ctx, number, 'number')
  if (number === id) fail('number:same')
  if (!target.connected) fail('number:disconnected')
  const filter = { ...named, workspace, number: id, includeScheduled: true, directOnly: true }
  const jobs = await lockWaiting(em, filter)
  const plan = { workspace, number, messages: jobs.map((job) => job.id) }
  const chats = jobs.length > 0 ? await openChats(em, plan) : []
  for (const { created, ...chat } of chats) {
    if (!created) continue
    ctx.emit({
      kind: 'chat:updated',
      data: { ...presentChat(chat), change: 'created', by: ctx.call.actor },
      aggregate: { id: chat.id, version: chat.version },
    })
  }
  const before = jobs.length > 0 ? await moveMessages(em, plan) : new Map<string, string>()
  await noteMoved(em, plan, [...before.values(), ...chats.map((chat) => chat.id)])
  const keys = plan.messages.map((message) => ({ workspace, id: message }))
  for (const row of await lockMessages(em, keys)) {
    const chat = before.get(row.id)
    const movedFrom = chat === undefined ? {} : { movedFrom: { number: id, chat } }
    const changed = ['number', 'chat', 'quote']
    announceStep(ctx, row, { kind: 'message:changed', changed, ...movedFrom, by: ctx.call.actor })
  }
  ctx.wake('dispatch')
  const remaining = await countMatching(em, filter)
  const waiting = jobs.length + remaining
  recordChange(em, {
    thing: 'queue',
    id,
    workspace,
    before: { waiting },
    after: { waiting: remaining, moved: jobs.length },
  })
  return { moved: jobs.length, chats: chats.length, remaining }
}

/** Statistics count from then on what was written in these chats since the first of the moved messages. */
async function noteMoved(em: EntityManager, { workspace, messages }: Move, chats: string[]): Promise<void> {
  const [since] = messages.toSorted()
  if (since !== undefined) await noteMovedMessages(em, { workspace, chats: [...new Set(chats)], since })
}
