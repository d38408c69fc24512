import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A file of the workspace; its bytes lie in the storage at its place. */
export const File = defineEntity({
  name: 'File',
  tableName: 'file',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    sha256: p.string(),
    /** True when a caller of all numbers uploaded it. */
    shared: p.boolean(),
    /** Numbers that it belongs to: those whose messages carry it, and those that who uploaded it is limited to. */
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

/** A row of `file`. */
export type FileRow = InferEntity<typeof File>
