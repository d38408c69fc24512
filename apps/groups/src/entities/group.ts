import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import type { group, invitationInput, joinRequest, participant } from '@posthorn/contracts'
import type { z } from 'zod'

type Group = z.output<typeof group>

/** A workspace's group at the provider. */
export const ChatGroup = defineEntity({
  name: 'ChatGroup',
  tableName: 'chat_group',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    numberId: p.string(),
    name: p.string(),
    description: p.string().nullable(),
    status: p.string().$type<'creating' | 'active' | 'deleting' | 'deleted' | 'failed'>(),
    /** Set by the provider. A suspended active group is shown as suspended. */
    suspended: p.boolean().default(false),
    joinApproval: p.boolean(),
    image: p.json<NonNullable<Group['image']>>().nullable(),
    changes: p.json<Group['changes']>().default([]),
    /** When the provider last reported each setting or the suspension. */
    reportedAt: p.json<Partial<Record<'name' | 'description' | 'image' | 'suspended', string>>>().default({} as never),
    joined: p.integer().default(0),
    invited: p.integer().default(0),
    requested: p.integer().default(0),
    inviteLink: p.string().nullable(),
    providerId: p.string().nullable(),
    requestId: p.string().nullable(),
    errorCode: p.string().nullable(),
    errorMessage: p.string().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime().defaultRaw(`date_trunc('milliseconds', now())`),
    updatedAt: p.datetime(),
  },
})

export type GroupRow = InferEntity<typeof ChatGroup>

/**
 * Pending creation of a group. `waiting`: not requested yet. `calling`: the provider is being called. `requested`: the provider accepted
 * the request. `unknown`: the response was lost. The row is deleted once the group is active or failed.
 */
export const GroupCreation = defineEntity({
  name: 'GroupCreation',
  tableName: 'group_creation',
  properties: {
    workspaceId: p.string().primary(),
    groupId: p.string().primary(),
    numberId: p.string(),
    status: p.string().$type<'waiting' | 'calling' | 'requested' | 'unknown'>(),
    attempt: p.integer().default(0),
  },
})

type Participant = z.output<typeof participant>

/** A person who is, was, or is invited to be in a group. `id` is the phone number, or the user id if the phone number is hidden. */
export const GroupParticipant = defineEntity({
  name: 'GroupParticipant',
  tableName: 'group_participant',
  properties: {
    workspaceId: p.string().primary(),
    groupId: p.string().primary(),
    id: p.string().primary(),
    phone: p.string().nullable(),
    userId: p.string().nullable(),
    status: p.string().$type<Participant['status']>(),
    invitationId: p.string().nullable(),
    invitationStatus: p.string().$type<NonNullable<Participant['invitation']>['status']>().nullable(),
    /** Invitation to send once the group is active. */
    invitation: p.json<z.output<typeof invitationInput>>().nullable(),
    errorCode: p.string().nullable(),
    invitedAt: p.datetime().nullable(),
    joinedAt: p.datetime().nullable(),
    leftAt: p.datetime().nullable(),
  },
})

export type ParticipantRow = InferEntity<typeof GroupParticipant>

/** A person who asked to join a group. `id` is assigned by the provider. */
export const JoinRequest = defineEntity({
  name: 'JoinRequest',
  tableName: 'join_request',
  properties: {
    workspaceId: p.string().primary(),
    groupId: p.string().primary(),
    id: p.string().primary(),
    phone: p.string().nullable(),
    userId: p.string().nullable(),
    status: p.string().$type<z.output<typeof joinRequest>['status']>(),
    errorCode: p.string().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type JoinRequestRow = InferEntity<typeof JoinRequest>

/** Number data that groups need, copied from events of the numbers service. */
export const ConnectedNumber = defineEntity({
  name: 'KnownNumber',
  tableName: 'known_number',
  properties: {
    workspaceId: p.string().primary(),
    id: p.string().primary(),
    provider: p.string().$type<'cloud' | 'simulator'>(),
    /** Encrypted for the purpose `number <id>`. Null once the number is disconnected. */
    ciphertext: p.text().nullable(),
    version: p.integer(),
  },
})

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
    /** Whether the channel was deleted. Its subscribers and posts are deleted later. */
    deleted: p.boolean().default(false),
    version: p.integer().default(1),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  filters: { live: { name: 'live', cond: { deleted: false }, default: true } },
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
    /** The segment to send to; null if the post goes to subscribers. */
    segmentId: p.string().nullable(),
    /** The contact after which the requested page of members begins; null once all members are listed. */
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
  properties: { workspaceId: p.string().primary(), id: p.string().primary(), deleted: p.boolean() },
})
