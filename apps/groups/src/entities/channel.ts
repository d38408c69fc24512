import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** The subscription of a person to a channel, with when it began and ended. `id` is the phone. */
export const Subscriber = defineEntity({
  name: 'Subscriber',
  tableName: 'subscriber',
  properties: {
    workspaceId: p.string().primary(),
    channelId: p.string().primary(),
    id: p.string().primary(),
    subscribed: p.boolean(),
    by: p.string().$type<'you' | 'word'>(),
    optedInAt: p.datetime().nullable(),
    optedOutAt: p.datetime().nullable(),
  },
})

/** A row of `subscriber`. */
export type SubscriberRow = InferEntity<typeof Subscriber>

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

/** A segment that a channel can have as its audience: fed by `segment:updated`, owned by the contacts service. */
export const AudienceSegment = defineEntity({
  name: 'KnownSegment',
  tableName: 'known_segment',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    deleted: p.boolean(),
  },
})

/** An audience of our own, written to by one number. */
export const Channel = defineEntity({
  name: 'Channel',
  tableName: 'channel',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    name: p.string(),
    description: p.string().nullable(),
    segmentId: p.string().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A row of `channel`. */
export type ChannelRow = InferEntity<typeof Channel>
