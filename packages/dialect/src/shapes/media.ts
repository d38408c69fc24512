import { z } from 'zod'
import { longIdOf, shortIdOf } from '../ids.ts'
import type { SparseMessage, StoredFile } from '../ours.ts'
import { widOf } from '../wid.ts'

export const mediaSchema = z.object({
  id: z.string().optional(),
  type: z.string(),
  message: z.string().optional(),
  chat: z.string().optional(),
  flow: z.enum(['in', 'out']).optional(),
  status: z.enum(['available', 'unavailable']),
  size: z.number().optional(),
  mime: z.string().optional(),
  extension: z.string().optional(),
  filename: z.string().optional(),
  caption: z.string().nullable(),
  format: z.enum(['native', 'gif', 'ptt']),
  createdAt: z.string().optional(),
  expiresAt: z.string().optional(),
  meta: z.object({
    duration: z.number().optional(),
    width: z.number().optional(),
    height: z.number().optional(),
    hasPreview: z.boolean(),
    aspectRatio: z.number().optional(),
  }),
  links: z.object({
    download: z.string().optional(),
    resource: z.string().optional(),
    message: z.string().optional(),
    chat: z.string().optional(),
    contact: z.string().optional(),
  }),
})

export type DialectMedia = z.output<typeof mediaSchema>

function extensionOf(filename: string | undefined, mime: string | undefined): string | undefined {
  const named = /\.(\w{1,8})$/.exec(filename ?? '')?.[1]
  return named?.toLowerCase() ?? mime?.split(/[/;]/)[1]
}

/** Presents a message's media. `file` fills in details that the message lacks, such as size and type. */
export function mediaOf(message: SparseMessage, device: string, file?: StoredFile): DialectMedia | undefined {
  const { media } = message
  if (!media) return undefined
  const { size, durationMs } = media
  const wid = widOf(message)
  const id = media.file && shortIdOf(media.file)
  const filename = media.filename ?? file?.filename
  const mime = media.mime ?? file?.mime
  const resource = id && `/v1/chat/${device}/files/${id}`
  return {
    id,
    type: media.kind === 'voice' ? 'audio' : media.kind,
    message: longIdOf(message.id),
    chat: wid,
    flow: message.direction,
    status: media.file || media.url ? 'available' : 'unavailable',
    size: size ?? file?.size,
    mime,
    extension: extensionOf(filename, mime),
    filename,
    caption: message.message ?? null,
    format: media.kind === 'voice' ? 'ptt' : media.animated ? 'gif' : 'native',
    createdAt: message.createdAt,
    expiresAt: file?.expiresAt ?? undefined,
    meta: { duration: durationMs === undefined ? undefined : durationMs / 1000, hasPreview: false },
    links: {
      download: resource && `${resource}/download`,
      resource,
      message: `/v1/chat/${device}/messages/${longIdOf(message.id)}`,
      chat: `/v1/chat/${device}/chats/${wid}`,
      contact: `/v1/chat/${device}/contacts/${wid}`,
    },
  }
}

export function mediaOfFile(file: StoredFile, device: string): DialectMedia {
  const id = shortIdOf(file.id)
  const resource = `/v1/chat/${device}/files/${id}`
  return {
    id,
    type: file.kind,
    status: 'available',
    size: file.size,
    mime: file.mime,
    extension: extensionOf(file.filename, file.mime),
    filename: file.filename,
    caption: null,
    format: 'native',
    createdAt: file.createdAt,
    expiresAt: file.expiresAt ?? undefined,
    meta: { hasPreview: false },
    links: { download: `${resource}/download`, resource },
  }
}
