import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A file of the workspace. Its bytes are in storage at `place`. */
export const File = defineEntity({
  name: 'File',
  tableName: 'file',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    sha256: p.string(),
    /** Whether the uploader had access to all numbers. */
    shared: p.boolean(),
    /** Numbers whose messages use the file, and numbers to which its uploader was restricted. */
    numberIds: p.array<string>(),
    place: p.string(),
    filename: p.string(),
    mime: p.string(),
    kind: p.string().$type<'image' | 'video' | 'audio' | 'document' | 'sticker'>(),
    size: p.integer(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
  },
})

export type FileRow = InferEntity<typeof File>
