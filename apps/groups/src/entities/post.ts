import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** What is posted: the body of POST /v1/messages without target, number and reference. */
export type PostContent = Record<string, unknown>

/** One message to everybody who was subscribed when it was posted. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    channelId: p.string(),
    content: p.json<PostContent>(),
    state: p.string().$type<'posting' | 'posted'>().default('posting'),
    createdAt: p.datetime(),
    postedAt: p.datetime().nullable(),
  },
})

/** A row of `post`. */
export type PostRow = InferEntity<typeof Post>
