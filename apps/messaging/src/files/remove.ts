import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { File } from '../entities/file.ts'
import { refuseSharedFile } from './numbers.sql.ts'
import { orphanBlob } from './orphaned-blobs.sql.ts'

/** Deletes a file; its bytes follow when that has committed. */
export const remove: Verb<typeof messaging.files.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found')
  refuseSharedFile(ctx.call, row)
  await ctx.em.remove(row).flush()
  await orphanBlob(ctx.em, { workspace: row.workspaceId, name: row.place })
  ctx.wake('files')
  return { id: row.id, deleted: true }
}
