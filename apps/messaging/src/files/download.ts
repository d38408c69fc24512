import type { Verb } from '@posthorn/chassis'
import { fail, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { File } from '../entities/file.ts'

/** Bytes of a file in one response. Each caller who reads slowly keeps a part in the memory of the gateway. */
const partBytes = 256 * 1024

/** A part of the bytes of a file. */
export const download: Verb<typeof messaging.files.download, MessagingRuntime> = async ({ ctx, input }) => {
  const { filename, mime, size, place, workspaceId } =
    (await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found')
  const bytes = await ctx.deps.storage.read(
    { workspace: workspaceId, name: place },
    { start: input.offset, size: partBytes },
  )
  if (!bytes) return fail('file:not_found', { message: 'The bytes of this file no longer exist.' })
  const end = input.offset + bytes.length
  return { filename, mime, size, content: bytes.toString('base64'), next: end < size && bytes.length > 0 ? end : null }
}
