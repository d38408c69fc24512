import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { advance } from '../messages/advance.ts'
import { announceStep } from '../messages/announce-step.ts'
import { lockMessages } from '../messages/rows.sql.ts'
import { announceCanceled } from '../posts/announce-canceled.ts'
import { lockChat } from './find.ts'
import { presentChat } from './present.ts'
import { removeChat, waitingOf } from './remove.sql.ts'

/** Removes our copy of a chat. */
export const remove: Verb<typeof messaging.chats.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  const jobs = await waitingOf(ctx.em, ctx.workspace, row.id)
  const keys = jobs.map(({ id }) => ({ workspace: ctx.workspace, id }))
  for (const before of await lockMessages(ctx.em, keys)) {
    const after = advance(before, { event: 'canceled', at: new Date().toISOString() })
    if (after) announceStep(ctx, after, { kind: 'message:canceled', by: ctx.call.actor })
  }
  await removeChat(ctx.em, ctx.workspace, row.id)
  announceCanceled(ctx, { workspace: ctx.workspace, jobs })
  ctx.emit({
    kind: 'chat:updated',
    data: { ...presentChat(row), change: 'deleted', by: ctx.call.actor },
    aggregate: { id: row.id, version: row.version + 1 },
  })
  ctx.wake('dispatch')
  return { id: row.id, deleted: true }
}
