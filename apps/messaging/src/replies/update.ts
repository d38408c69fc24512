import { LockMode } from '@mikro-orm/core'
import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { Reply } from '../entities/reply.ts'
import { keyOfName } from '../labels/present.ts'
import { presentReply } from './present.ts'
import { refuseDuplicate } from './refuse-duplicate.ts'

/** Changes a saved reply. */
export const update: Verb<typeof messaging.replies.update, MessagingRuntime> = async ({ ctx, input }) => {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const row = (await ctx.em.findOne(Reply, { id: input.id }, { lockMode })) ?? fail('reply:not_found')
  const name = input.name ?? row.name
  const shortcut = input.shortcut === undefined ? row.shortcut : input.shortcut
  const folder = input.folder === undefined ? row.folder : input.folder
  const key = { id: row.id, nameKey: keyOfName(name), shortcut }
  await refuseDuplicate(ctx.em, key)
  const message = input.message ?? row.message
  ctx.em.assign(row, { ...key, name, folder, message, version: row.version + 1, updatedAt: new Date() })
  await ctx.em.flush()
  return presentReply(row)
}
