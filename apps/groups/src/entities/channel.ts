import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** An audience, stored in our own database, that one number sends messages to. */
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

export type ChannelRow = InferEntity<typeof Channel>

/** A person's subscription to a channel, with its start and end. `id` is the phone number. */
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

export type SubscriberRow = InferEntity<typeof Subscriber>

/** Content of a post: the body of POST /v1/messages without its target, number, and reference. */
export type PostContent = Record<string, unknown>

export type PostStatus = 'scheduled' | 'testing' | 'posting' | 'paused' | 'stopping' | 'stopped' | 'posted'

/** A message to everyone who is subscribed when it starts, or to a segment. */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    channelId: p.string(),
    content: p.json<PostContent>(),
    /**
     * The segment to send to, and the contact after which the requested page begins. Null if the post goes to subscribers, or once all
     * members are listed.
     */
    segmentId: p.string().nullable(),
    gatherAfter: p.string().nullable(),
    askedAt: p.datetime().nullable(),
    status: p.string().$type<PostStatus>().default('posting'),
    /** Number of messages that aren't in the number's queue yet. */
    toFeed: p.integer().default(0),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    deliverAt: p.datetime().nullable(),
    postedAt: p.datetime().nullable(),
  },
})

export type PostRow = InferEntity<typeof Post>

/** A segment that a channel can use as its audience. Copied from `segment:updated` events of the contacts service, which owns it. */
export const AudienceSegment = defineEntity({
  name: 'KnownSegment',
  tableName: 'known_segment',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    deleted: p.boolean(),
  },
})
