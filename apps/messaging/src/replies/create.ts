import type { Verb } from '@posthorn/chassis'
import { fail, type messaging, newId } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Reply } from '../entities/reply.ts'
import { keyOfName } from '../labels/present.ts'
import { presentReply } from './present.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'

const repliesMax = 1_000

/** Saves a reply. */
export const create: Verb<typeof messaging.replies.create, MessagingRuntime> = async ({ ctx, input }) => {
  const { em, workspace } = ctx
  const key = { id: newId('rep'), nameKey: keyOfName(input.name), shortcut: input.shortcut ?? null }
  await refuseDuplicate(em, key)
  if ((await em.count(Reply, {})) >= repliesMax) fail('reply:too_many')
  const now = new Date()
  const row = em.create(Reply, {
    workspaceId: workspace,
    ...key,
    name: input.name,
    folder: input.folder ?? null,
    message: input.message,
    author: ctx.call.actor,
    version: 1,
    createdAt: now,
    updatedAt: now,
  })
  await em.flush()
  return presentReply(row)
}
