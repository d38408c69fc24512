import { type FilterQuery, LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { databaseTime, listPage, type Tx, type Verb, type VerbContext } from '@posthorn/chassis'
import {
  contentKinds,
  type EventData,
  fail,
  failField,
  failUnknown,
  type groups,
  mediaKindOf,
  newId,
  type OutputOf,
  refusalOfDeliverAt,
  withNames,
} from '@posthorn/contracts'
import { holdChannel } from '../channels/channels.ts'
import type { GroupsRuntime } from '../config.ts'
import { Channel, type ChannelRow, Post, type PostContent, type PostRow } from '../entities/group.ts'
import { addressSubscribers, addressTestRecipients, type Counts, cancelWaiting, countsOf } from './deliveries.sql.ts'

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

/** Accepts a post to everyone in the channel, or first to test recipients only. The `post` loop queues its messages. */
export const create: Verb<typeof groups.posts.create, GroupsRuntime> = async ({ ctx, input }) => {
  const channel = (await holdChannel(ctx.em, input.channel)) ?? failUnknown('channel:not_found', 'channel')
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

/** Returns the filter for posts that are shown with this status: while people are being added, `posting` is shown as `gathering`. */
function hasStatus(status: OutputOf<typeof groups.posts.get>['status']): FilterQuery<PostRow> {
  if (status === 'gathering') return { status: 'posting', gatherAfter: { $ne: null } }
  return status === 'posting' ? { status, gatherAfter: null } : { status }
}

/** Returns the filter for posts of channels that exist and that the caller may see. Without a limit, it names only the few that are deleted. */
async function ofVisibleChannels({ em, call }: Pick<VerbContext, 'em' | 'call'>): Promise<FilterQuery<PostRow>> {
  const idsOf = async (deleted: boolean) =>
    (await em.find(Channel, { deleted }, { fields: ['id'], filters: { live: false } })).map(({ id }) => id)
  return { channelId: call.numbers ? { $in: await idsOf(false) } : { $nin: await idsOf(true) } }
}

/** Pauses a post that is being sent. Its queued messages are recalled once messaging has canceled them. */
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

/** Resumes a paused post, or sends a tested post to everyone, at its time if it has one. */
export const resume: Verb<typeof groups.posts.resume, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'posting':
      return presentPost(ctx.em, row)
    case 'paused':
      row.status = 'posting'
      break
    case 'testing':
      await scheduleOrBegin(ctx, row)
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

/** Stops a post. Messaging cancels queued messages. The `post` loop cancels the rest, and ends the post once none is queued. */
export const stop: Verb<typeof groups.posts.stop, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  if (row.status === 'posted') fail('post:ended')
  if (row.status !== 'stopping' && row.status !== 'stopped') {
    const toFeed = row.toFeed - (await cancelWaiting(ctx.em, row))
    Object.assign(row, { status: 'stopping', toFeed, gatherAfter: null })
    await savePost(ctx, row)
    ctx.wake('post')
  }
  return presentPost(ctx.em, row)
}

/** Changes the time of a post that has not begun. Without a time, a scheduled post begins now, and a tested one when it is resumed. */
export const update: Verb<typeof groups.posts.update, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'testing':
      row.deliverAt = deliverTime(input.deliverAt)
      break
    case 'scheduled':
      row.deliverAt = deliverTime(input.deliverAt)
      if (!(await scheduleOrBegin(ctx, row))) fail('channel:empty')
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

type NewPost = {
  channel: ChannelRow
  id: string
  content: PostContent
  deliverAt?: Date | null
  test?: readonly string[]
}

/** Creates and starts a post in a held channel, first to test recipients if any. Without recipients, creates no post and returns null. */
export async function startPost(tx: PostTx, { channel, id, content, deliverAt = null, test = [] }: NewPost) {
  const { workspaceId, id: channelId, segmentId = null } = channel
  const row = tx.em.create(Post, {
    workspaceId,
    id,
    channelId,
    content,
    segmentId,
    status: 'testing',
    createdAt: await databaseTime(tx.em),
    deliverAt,
  })
  await tx.em.flush()
  if (test.length > 0) row.toFeed = await addressTestRecipients(tx.em, row, test)
  else if (!(await scheduleOrBegin(tx, row))) {
    await tx.em.remove(row).flush()
    return null
  }
  await savePost(tx, row)
  return row
}

/** Schedules a post, or begins it if its time has come; the caller saves it. Returns false if it begins and no one is subscribed. */
async function scheduleOrBegin(tx: PostTx, row: PostRow): Promise<boolean> {
  if (!row.deliverAt || row.deliverAt <= (await databaseTime(tx.em))) return beginPost(tx, row)
  row.status = 'scheduled'
  return true
}

/** Begins a post, which the caller saves: adds or requests the first page of its people. Returns false if no one is subscribed. */
export async function beginPost({ em, emit }: PostTx, row: PostRow): Promise<boolean> {
  row.status = 'posting'
  // The channel may have another audience than when the post was created.
  row.segmentId = (await em.findOneOrFail(Channel, { id: row.channelId })).segmentId ?? null
  if (row.segmentId) {
    Object.assign(row, { gatherAfter: '', askedAt: await databaseTime(em) })
    requestMembers({ emit }, row)
    return true
  }
  return addressSubscribers(em, row)
}

type Gathering = Pick<PostRow, 'workspaceId' | 'id' | 'segmentId' | 'gatherAfter'>

/** Requests the next page of a post's segment members from contacts, unless all are listed. A page that arrives twice is ignored. */
export function requestMembers(
  tx: Pick<Tx, 'emit'>,
  { workspaceId: workspace, id, segmentId, gatherAfter }: Gathering,
) {
  if (!segmentId || gatherAfter === null || gatherAfter === undefined) return
  const data = { segment: segmentId, for: id, after: gatherAfter }
  tx.emit({ kind: 'segment:members_requested', workspace, data, aggregate: { id: `${id} ${gatherAfter}`, version: 1 } })
}

type PostView = EventData<'channel:posted'>

/** Returns posts of one workspace as the API shows them. */
async function presentPosts(em: EntityManager, rows: PostRow[]): Promise<PostView[]> {
  const [first] = rows
  if (!first) return []
  const counts = await countsOf(
    em,
    first.workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => viewOf(row, counts.get(row.id) ?? {}))
}

/** Presents one post. Each row has a view, which the compiler can't know. */
export const presentPost = async (em: EntityManager, row: PostRow): Promise<PostView> =>
  (await presentPosts(em, [row]))[0] ?? fail('post:not_found')

type WrittenContent = { message?: string; template?: { name: string; variables?: PostView['variables'] } }

function viewOf(row: PostRow, counts: Counts): PostView {
  const { message, template } = row.content as WrittenContent
  return {
    id: row.id,
    channel: row.channelId,
    type: typeOf(row.content),
    message: message ?? null,
    template: template?.name ?? null,
    variables: template?.variables ?? null,
    segment: row.segmentId ?? null,
    status: statusOf(row),
    counts: countsView(counts),
    errors: errorsIn(counts),
    createdAt: row.createdAt.toISOString(),
    deliverAt: row.deliverAt?.toISOString() ?? null,
    postedAt: row.postedAt?.toISOString() ?? null,
  }
}

const statusOf = ({ status, gatherAfter = null }: PostRow): PostView['status'] =>
  status === 'posting' && gatherAfter !== null ? 'gathering' : status

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Returns the number of failed people by error code. */
function errorsIn(counts: Counts): Counts {
  const failures = Object.entries(counts).flatMap(([outcome, count]) => {
    const [, errorCode] = outcome.split(' ')
    return errorCode === undefined ? [] : [[errorCode, count] as const]
  })
  return Object.fromEntries(failures)
}

/** `total` is the sum over all rows, so that it includes every status. */
function countsView(counts: Counts): PostView['counts'] {
  const { waiting = 0, queued = 0, sent = 0, delivered = 0, read = 0, failed = 0, canceled = 0 } = counts
  const { opted_out: optedOut = 0, unsubscribed = 0 } = counts
  const failedWithCode = sumOf(errorsIn(counts))
  const people = { waiting, queued, sent, delivered, read, failed: failed + failedWithCode, canceled }
  return { total: sumOf(counts), ...people, optedOut, unsubscribed }
}

/** Returns the kind of the content. For media, returns the media type. */
function typeOf(content: PostContent): string {
  const kind = contentKinds.find((name) => content[name] !== undefined) ?? 'text'
  return kind === 'media' ? (mediaKindOf(content['media'] as Parameters<typeof mediaKindOf>[0]) ?? kind) : kind
}

export type PostTx = { em: EntityManager; emit: Tx['emit'] }

/** Stores a changed post with the next version, and tells messaging, which cancels the waiting messages of a paused or stopped post. */
export async function savePost({ em, emit }: PostTx, row: PostRow): Promise<void> {
  row.version += 1
  await em.flush()
  const { numberId: number } = await em.findOneOrFail(Channel, { id: row.channelId })
  const data = { post: row.id, channel: row.channelId, number, status: row.status, waiting: row.toFeed }
  emit({ kind: 'post:updated', workspace: row.workspaceId, data, aggregate: { id: row.id, version: row.version } })
}
