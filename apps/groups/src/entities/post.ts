import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { templateInput } from '@posthorn/contracts'
import type { z } from 'zod'

/** One message to everybody who was subscribed when it was posted. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    channelId: p.string(),
    message: p.text().nullable(),
    template: p.json<z.output<typeof templateInput>>().nullable(),
    state: p.string().$type<'posting' | 'posted'>().default('posting'),
    createdAt: p.datetime(),
    postedAt: p.datetime().nullable(),
  },
})

/** A row of `post`. */
export type PostRow = InferEntity<typeof Post>
