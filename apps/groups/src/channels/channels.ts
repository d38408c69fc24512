import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import { fail, failUnknown, type groups, newId, type OutputOf, refuseLimited } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { AudienceSegment, Channel, type ChannelRow, Post, Subscriber, type SubscriberRow } from '../entities/group.ts'
import { findConnectedNumber } from '../groups/group.ts'

type Context = Pick<VerbContext, 'em' | 'call'>

/** Announces a channel to messaging, which accepts messages to it. */
function announceChannel(
  ctx: Pick<VerbContext, 'emit'>,
  { id, numberId: number, name, deleted, version }: ChannelRow,
): void {
  ctx.emit({ kind: 'channel:updated', data: { id, number, name, deleted }, aggregate: { id, version } })
}

/** Returns a channel as the API shows it, with its current subscriber count. */
const presentChannel = async (em: EntityManager, row: ChannelRow): Promise<OutputOf<typeof groups.channels.get>> => ({
  id: row.id,
  number: row.numberId,
  name: row.name,
  description: row.description ?? null,
  segment: row.segmentId ?? null,
  subscribers: await em.count(Subscriber, { channelId: row.id, subscribed: true }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/**
 * Returns the segment's id, or null if none is given. Fails with `segment:not_found`, or if the caller is limited to numbers, because a segment
 * isn't limited to their contacts.
 */
async function findSegment({ em, call }: Context, id: string | null | undefined): Promise<string | null> {
  if (!id) return null
  refuseLimited(call)
  const known = await em.findOne(AudienceSegment, { id, deleted: false })
  return known?.id ?? failUnknown('segment:not_found', 'segment')
}

/** Creates a channel of a connected number, with its subscribers or a segment as its audience. */
export const create: Verb<typeof groups.channels.create, GroupsRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { id: numberId } = await findConnectedNumber(ctx, input.number)
  const now = new Date()
  const segmentId = await findSegment(ctx, input.segment)
  const about = { name: input.name, description: input.description ?? null, createdAt: now, updatedAt: now }
  const row = em.create(Channel, { workspaceId, id: newId('chn'), numberId, segmentId, ...about })
  await em.flush()
  announceChannel(ctx, row)
  return presentChannel(em, row)
}

/** Finds a channel that the caller may see. Fails with `channel:not_found`. */
const findChannel = async ({ em }: Pick<VerbContext, 'em'>, id: string): Promise<ChannelRow> =>
  (await em.findOne(Channel, { id })) ?? fail('channel:not_found')

/** Finds a channel to start a post in, and keeps it from being deleted until the transaction ends. Returns null if it doesn't exist. */
export const holdChannel = (em: EntityManager, id: string): Promise<ChannelRow | null> =>
  em.findOne(Channel, { id }, { lockMode: LockMode.PESSIMISTIC_READ })

/** Like `findChannel`, but locks the channel until the transaction ends, because its version orders its events. */
const findAndLockChannel = async ({ em }: Pick<VerbContext, 'em'>, id: string): Promise<ChannelRow> =>
  (await em.findOne(Channel, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? fail('channel:not_found')

export const get: Verb<typeof groups.channels.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentChannel(ctx.em, await findChannel(ctx, input.id))

export const list: Verb<typeof groups.channels.list, GroupsRuntime> = async ({ ctx, input }) => {
  const page = await listPage<ChannelRow>(ctx, input, {
    entity: Channel,
    list: 'channels',
    order: { column: 'id', direction: 'desc' },
    where: input.number ? { numberId: input.number } : {},
  })
  const items = []
  // One at a time, so that a page of counts doesn't use every connection.
  for (const row of page.rows) items.push(await presentChannel(ctx.em, row))
  return { items, next: page.next }
}

/** Deletes a channel, stops its posts, and leaves its rows to the `retention` loop: subscribers and recipients may be millions. */
export const remove: Verb<typeof groups.channels.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findAndLockChannel(ctx, input.id)
  Object.assign(row, { deleted: true, version: row.version + 1 })
  await ctx.em.flush()
  await ctx.em.nativeUpdate(Post, { channelId: row.id }, { status: 'stopped', toFeed: 0, gatherAfter: null })
  announceChannel(ctx, row)
  ctx.wake('retention')
  return { id: row.id, deleted: true }
}

/** Changes the given fields. A new segment is the audience of posts that begin later. */
export const update: Verb<typeof groups.channels.update, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findAndLockChannel(ctx, input.id)
  if (input.name !== undefined) row.name = input.name
  if (input.description !== undefined) row.description = input.description
  if (input.segment !== undefined) row.segmentId = await findSegment(ctx, input.segment)
  row.updatedAt = new Date()
  row.version += 1
  await ctx.em.flush()
  announceChannel(ctx, row)
  return presentChannel(ctx.em, row)
}

const presentSubscriber = (row: SubscriberRow): OutputOf<typeof groups.subscribers.add>[number] => ({
  phone: row.id,
  status: row.subscribed ? 'subscribed' : 'unsubscribed',
  by: row.by,
  optedInAt: row.optedInAt?.toISOString() ?? null,
  optedOutAt: row.optedOutAt?.toISOString() ?? null,
})

/** Finds and locks subscribers, because a person may send a word such as STOP meanwhile. */
function lockSubscribers(em: EntityManager, channelId: string, phones: string[]): Promise<SubscriberRow[]> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  return em.find(Subscriber, { channelId, id: { $in: phones } }, { orderBy: { id: 'asc' }, lockMode })
}

/** Subscribes people. A person who opted out by keyword stays out unless they asked to rejoin (`reconsented`). */
export const add: Verb<typeof groups.subscribers.add, GroupsRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const { id: channelId } = await findChannel(ctx, input.id)
  const phones = [...new Set(input.phones)]
  const known = new Map((await lockSubscribers(em, channelId, phones)).map((row) => [row.id, row]))
  const now = new Date()
  const rows = phones.map((id) => {
    const row = known.get(id)
    const joined = { subscribed: true, by: 'you' as const, optedInAt: now, optedOutAt: null }
    if (!row) return em.create(Subscriber, { workspaceId, channelId, id, ...joined })
    if (!row.subscribed && (row.by === 'you' || input.reconsented)) em.assign(row, joined)
    return row
  })
  await em.flush()
  return rows.map(presentSubscriber)
}

/** Lists the people who are or were subscribed, by phone number. */
export const listSubscribers: Verb<typeof groups.subscribers.list, GroupsRuntime> = async ({ ctx, input }) => {
  await findChannel(ctx, input.id)
  const page = await listPage<SubscriberRow>(ctx, input, {
    entity: Subscriber,
    list: `subscribers ${input.id}`,
    order: { column: 'id', direction: 'asc' },
    where: { channelId: input.id, ...(input.status ? { subscribed: input.status === 'subscribed' } : {}) },
  })
  return { items: page.rows.map(presentSubscriber), next: page.next }
}

/**
 * Unsubscribes people, except those who have already left. Records a person who may be in the channel's segment as having left. Returns all
 * of these; without a segment, unknown people are left out.
 */
export const removeSubscribers: Verb<typeof groups.subscribers.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const { workspaceId, id: channelId, segmentId } = await findChannel(ctx, input.id)
  const rows = await lockSubscribers(ctx.em, channelId, input.phones)
  const out = { subscribed: false, by: 'you' as const, optedOutAt: new Date() }
  for (const row of rows) if (row.subscribed) ctx.em.assign(row, out)
  const known = new Set(rows.map(({ id }) => id))
  const others = segmentId ? [...new Set(input.phones)].filter((phone) => !known.has(phone)).toSorted() : []
  for (const id of others) rows.push(ctx.em.create(Subscriber, { workspaceId, channelId, id, ...out }))
  await ctx.em.flush()
  return rows.map(presentSubscriber)
}
