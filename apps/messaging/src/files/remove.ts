import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { File } from '../entities/file.ts'

/** Deletes a file and its bytes. */
export const remove: Verb<typeof messaging.files.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found')
  await ctx.em.remove(row).flush()
  await ctx.deps.storage.remove({ workspace: row.workspaceId, sha256: row.sha256 })
  return { id: row.id, deleted: true }
}
