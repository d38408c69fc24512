import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** Content of a post: the body of POST /v1/messages without target, number and reference. */
export type PostContent = Record<string, unknown>

/** Status of a post. */
export type PostStatus = 'scheduled' | 'testing' | 'posting' | 'paused' | 'stopping' | 'stopped' | 'posted'

/** One message to everyone who is subscribed when it begins, or fits a segment. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    channelId: p.string(),
    content: p.json<PostContent>(),
    /** The segment it goes to, and the last contact of it whose page was requested; null: subscribers, or all are listed. */
    segmentId: p.string().nullable(),
    gatherAfter: p.string().nullable(),
    askedAt: p.datetime().nullable(),
    status: p.string().$type<PostStatus>().default('posting'),
    /** Messages that are not in the queue of the number yet. */
    toFeed: p.integer().default(0),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    deliverAt: p.datetime().nullable(),
    postedAt: p.datetime().nullable(),
  },
})

/** A row of `post`. */
export type PostRow = InferEntity<typeof Post>
