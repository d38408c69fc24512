import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '@posthorn/chassis'
import { contentKinds, type EventData, fail, mediaKindOf } from '@posthorn/contracts'
import { Channel, type ChannelRow, Post, type PostContent, type PostRow } from '../entities/channel.ts'
import { addressSubscribers, addressTestRecipients, type Counts, countsOf } from './deliveries.sql.ts'

type NewPost = {
  channel: ChannelRow
  id: string
  content: PostContent
  deliverAt?: Date | null
  test?: readonly string[]
}

/** Creates and starts a post, with test recipients if any. Creates no post and returns null if there are no recipients. */
export async function startPost(tx: PostTx, { channel, id, content, deliverAt = null, test = [] }: NewPost) {
  const { workspaceId, id: channelId, segmentId = null } = channel
  const row = tx.em.create(Post, {
    workspaceId,
    id,
    channelId,
    content,
    segmentId,
    status: 'testing',
    createdAt: new Date(),
    deliverAt,
  })
  await tx.em.flush()
  if (test.length > 0) row.toFeed = await addressTestRecipients(tx.em, row, test)
  else if (!(await beginPost(tx, row))) {
    tx.em.remove(row)
    await tx.em.flush()
    return null
  }
  await savePost(tx, row)
  return row
}

/** Adds everyone to a post, or schedules the post. Returns false if no one is subscribed. Segment members arrive page by page. */
export async function beginPost({ em, emit }: PostTx, row: PostRow): Promise<boolean> {
  if (row.deliverAt && row.deliverAt > new Date()) {
    row.status = 'scheduled'
    return true
  }
  row.status = 'posting'
  if (row.segmentId) {
    Object.assign(row, { gatherAfter: '', askedAt: new Date() })
    requestMembers({ emit }, row)
    return true
  }
  const added = await addressSubscribers(em, row)
  row.toFeed += added
  return added > 0
}

type Gathering = Pick<PostRow, 'workspaceId' | 'id' | 'segmentId' | 'gatherAfter'>

/** Requests the next page of a post's segment members from the contacts service. A duplicate page is ignored. */
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
export async function presentPosts(em: EntityManager, rows: PostRow[]): Promise<PostView[]> {
  const [first] = rows
  if (!first) return []
  const counts = await countsOf(
    em,
    first.workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => viewOf(row, counts.get(row.id) ?? {}))
}

export async function presentPost(em: EntityManager, row: PostRow): Promise<PostView> {
  const [view] = await presentPosts(em, [row])
  return view ?? fail('post:not_found')
}

function viewOf(row: PostRow, counts: Counts): PostView {
  const { message, template } = row.content as { message?: string; template?: { name: string } }
  return {
    id: row.id,
    channel: row.channelId,
    type: typeOf(row.content),
    message: message ?? null,
    template: template?.name ?? null,
    segment: row.segmentId ?? null,
    status: statusOf(row),
    counts: countsView(counts),
    createdAt: row.createdAt.toISOString(),
    deliverAt: row.deliverAt?.toISOString() ?? null,
    postedAt: row.postedAt?.toISOString() ?? null,
  }
}

function statusOf({ status, gatherAfter = null }: PostRow): PostView['status'] {
  return status === 'posting' && gatherAfter !== null ? 'gathering' : status
}

/** `total` is the sum over all rows, so that it includes every status. */
function countsView(counts: Counts): PostView['counts'] {
  const { waiting = 0, queued = 0, sent = 0, delivered = 0, read = 0, failed = 0, canceled = 0 } = counts
  const { opted_out: optedOut = 0, unsubscribed = 0 } = counts
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { total, waiting, queued, sent, delivered, read, failed, canceled, optedOut, unsubscribed }
}

/** Returns the kind of the content. For media, returns the media type. */
function typeOf(content: PostContent): string {
  const kind = contentKinds.find((name) => content[name] !== undefined) ?? 'text'
  return kind === 'media' ? (mediaKindOf(content['media'] as Parameters<typeof mediaKindOf>[0]) ?? kind) : kind
}

type PostTx = { em: EntityManager; emit: Tx['emit'] }

export async function savePost({ em, emit }: PostTx, row: PostRow): Promise<void> {
  row.version += 1
  await em.flush()
  const { numberId: number } = await em.findOneOrFail(Channel, { id: row.channelId })
  const data = { post: row.id, channel: row.channelId, number, status: row.status, waiting: row.toFeed }
  emit({ kind: 'post:updated', workspace: row.workspaceId, data, aggregate: { id: row.id, version: row.version } })
}
