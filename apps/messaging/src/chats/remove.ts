import type { Verb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { announceCanceled } from '../posts/announce-canceled.ts'
import { lockChat } from './find.ts'
import { presentChat } from './present.ts'
import { removeChat } from './remove.sql.ts'

/** Removes our copy of a chat. */
export const remove: Verb<typeof messaging.chats.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = await lockChat(ctx, input.id)
  const { messages, jobs } = await removeChat(ctx.em, ctx.workspace, row.id)
  announceCanceled(ctx, { workspace: ctx.workspace, jobs })
  ctx.emit({
    kind: 'chat:updated',
    data: { ...presentChat(row), change: 'deleted', by: ctx.call.actor },
    aggregate: { id: row.id, version: row.version + 1 },
  })
  ctx.wake('dispatch')
  return { id: row.id, deleted: true, messages }
}
