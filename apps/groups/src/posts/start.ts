import type { Tx } from '@posthorn/chassis'
import { type ChannelRow, Post, type PostContent, type PostRow } from '../entities/channel.ts'
import { addressSubscribers, addressTestRecipients } from './addressees.sql.ts'
import { type PostTx, savePost } from './save.ts'

type NewPost = {
  channel: ChannelRow
  id: string
  content: PostContent
  deliverAt?: Date | null
  /** Phones that get the post first, as a test. */
  test?: readonly string[]
}

/** Creates and starts a post, with its test recipients if any. Returns null, without a post, if it is for no one. */
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

/** Adds everyone to a post, or schedules it. Returns false if no one is subscribed. Segment members arrive page by page. */
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

/** Requests a post's next segment members from the contacts service. A page that arrives twice is used once. */
export function requestMembers(
  tx: Pick<Tx, 'emit'>,
  { workspaceId: workspace, id, segmentId, gatherAfter }: Gathering,
) {
  if (!segmentId || gatherAfter === null || gatherAfter === undefined) return
  const data = { segment: segmentId, for: id, after: gatherAfter }
  tx.emit({ kind: 'segment:members_requested', workspace, data, aggregate: { id: `${id} ${gatherAfter}`, version: 1 } })
}
