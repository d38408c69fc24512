import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { File } from '../entities/file.ts'

/** The bytes of a file. */
export const download: Verb<typeof messaging.files.download, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found')
  const bytes = await ctx.deps.storage.read({ workspace: row.workspaceId, sha256: row.sha256 })
  if (!bytes) return fail('file:not_found', { message: 'The bytes of this file are gone.' })
  return { filename: row.filename, mime: row.mime, content: bytes.toString('base64') }
}
