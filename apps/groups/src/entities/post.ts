import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** What is posted: the body of POST /v1/messages without target, number and reference. */
export type PostContent = Record<string, unknown>

/** One message to everybody who was subscribed when it was posted, or fits a segment. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    channelId: p.string(),
    content: p.json<PostContent>(),
    /** The segment it goes to, and the last contact of it whose page was asked for; null: subscribers, or all have come. */
    segmentId: p.string().nullable(),
    gatherAfter: p.string().nullable(),
    askedAt: p.datetime().nullable(),
    state: p.string().$type<'posting' | 'posted'>().default('posting'),
    createdAt: p.datetime(),
    postedAt: p.datetime().nullable(),
  },
})

/** A row of `post`. */
export type PostRow = InferEntity<typeof Post>
