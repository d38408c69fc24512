import { type FilterQuery, LockMode } from '@mikro-orm/core'
import { listPage, type Verb, type VerbContext } from '@posthorn/chassis'
import { fail, failField, type groups, newId, type OutputOf, refusalOfDeliverAt, withNames } from '@posthorn/contracts'
import { findChannel } from '../channels/channels.ts'
import type { GroupsRuntime } from '../config.ts'
import { Channel, Post, type PostRow } from '../entities/channel.ts'
import { cancelWaiting } from './deliveries.sql.ts'
import { beginPost, presentPost, presentPosts, savePost, startPost } from './start.ts'

/** Finds a post in a channel that the caller may see, or fails with `post:not_found`. */
async function findPost({ em }: Pick<VerbContext, 'em'>, id: string, { lock = false } = {}): Promise<PostRow> {
  const row = await em.findOne(Post, { id }, lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {})
  const channel = row && (await em.findOne(Channel, { id: row.channelId }))
  return row && channel ? row : fail('post:not_found')
}

/** Returns the time when a post should start, or null if it should start now. Refuses times that aren't possible. */
function deliverTime(deliverAt: string | null | undefined): Date | null {
  if (deliverAt === null || deliverAt === undefined) return null
  const at = new Date(deliverAt)
  const message = refusalOfDeliverAt(at, new Date())
  if (message !== null) failField('deliverAt', message)
  return at
}

/** Accepts a post to everyone in the channel. The `post` loop queues its messages. */
export const create: Verb<typeof groups.posts.create, GroupsRuntime> = async ({ ctx, input }) => {
  const channel = await findChannel(ctx, input.channel, 'channel')
  const { channel: _channel, test, deliverAt, ...body } = input
  const content = body.contacts ? { ...body, contacts: withNames(body.contacts) } : body
  const post = { channel, id: newId('pst'), content, deliverAt: deliverTime(deliverAt) }
  const row = (await startPost(ctx, { ...post, ...(test && { test }) })) ?? fail('channel:empty')
  ctx.wake('post')
  return presentPost(ctx.em, row)
}

export const get: Verb<typeof groups.posts.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentPost(ctx.em, await findPost(ctx, input.id))

export const list: Verb<typeof groups.posts.list, GroupsRuntime> = async ({ ctx, input }) => {
  const { channel, status } = input
  const page = await listPage<PostRow>(ctx, input, {
    entity: Post,
    list: 'posts',
    order: { column: 'id', direction: 'desc' },
    where: {
      $and: [
        await ofVisibleChannels(ctx),
        channel === undefined ? {} : { channelId: channel },
        status === undefined ? {} : { $or: status.map(hasStatus) },
      ],
    },
  })
  return { items: await presentPosts(ctx.em, page.rows), next: page.next }
}

/** While people are being added, a post stored as `posting` is shown as `gathering`. */
function hasStatus(status: OutputOf<typeof groups.posts.get>['status']): FilterQuery<PostRow> {
  if (status === 'gathering') return { status: 'posting', gatherAfter: { $ne: null } }
  return status === 'posting' ? { status, gatherAfter: null } : { status }
}

async function ofVisibleChannels({ em, call }: Pick<VerbContext, 'em' | 'call'>): Promise<FilterQuery<PostRow>> {
  if (!call.numbers) return {}
  const channels = await em.find(Channel, {}, { fields: ['id'] })
  return { channelId: { $in: channels.map(({ id }) => id) } }
}

/** Pauses a post. Its queued messages are recalled once messaging has canceled them. */
export const pause: Verb<typeof groups.posts.pause, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'paused':
      break
    case 'posting':
      row.status = 'paused'
      await savePost(ctx, row)
      break
    case 'scheduled':
    case 'testing':
      fail('post:not_running')
      break
    default:
      fail('post:ended')
  }
  return presentPost(ctx.em, row)
}

/** Resumes a paused post, or sends a tested post to everyone. */
export const resume: Verb<typeof groups.posts.resume, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'posting':
      return presentPost(ctx.em, row)
    case 'paused':
      row.status = 'posting'
      break
    case 'testing':
      await beginPost(ctx, row)
      break
    case 'scheduled':
      return fail('post:not_running')
    default:
      return fail('post:ended')
  }
  await savePost(ctx, row)
  ctx.wake('post')
  return presentPost(ctx.em, row)
}

/** Stops a post. Messaging cancels queued messages, and the `post` loop ends the post once all are counted. */
export const stop: Verb<typeof groups.posts.stop, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  if (row.status === 'posted') fail('post:ended')
  if (row.status !== 'stopping' && row.status !== 'stopped') {
    await cancelWaiting(ctx.em, row)
    Object.assign(row, { status: 'stopping', toFeed: 0, gatherAfter: null })
    await savePost(ctx, row)
    ctx.wake('post')
  }
  return presentPost(ctx.em, row)
}

export const update: Verb<typeof groups.posts.update, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'testing':
      row.deliverAt = deliverTime(input.deliverAt)
      break
    case 'scheduled':
      row.deliverAt = deliverTime(input.deliverAt)
      if (!(await beginPost(ctx, row))) fail('channel:empty')
      break
    case 'posting':
    case 'paused':
      fail('post:begun')
      break
    default:
      fail('post:ended')
  }
  await savePost(ctx, row)
  ctx.wake('post')
  return presentPost(ctx.em, row)
}
