import { forWorkspace, on, type Tx } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { KnownSegment } from '../entities/known-segment.ts'
import { Post } from '../entities/post.ts'
import { askForPeople } from '../posts/gather.ts'
import { addressPhones } from '../posts/posts.sql.ts'

/** Segments become known, so that a channel can name one. */
export const segmentFromUpdate = on<'segment:updated', GroupsRuntime>('segment:updated', async ({ tx, events }) => {
  for (const { workspace, data } of events) {
    const { id, deleted } = data
    await forWorkspace(tx.em, workspace).upsert(KnownSegment, { workspaceId: workspace, id, deleted })
  }
})

/** A page of people for a post: they are addressed, and the next page is asked for. */
export const postFromSegment = on<'segment:told', GroupsRuntime>('segment:told', async ({ tx, events }) => {
  for (const event of events) await take(tx, event)
})

async function take(tx: Tx, { workspace, data }: BusEvent<'segment:told'>): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Post, { id: data.for })
  // Told twice, or of a post that is gone with its channel.
  if (!row || row.gatherAfter !== data.after) return
  await addressPhones(em, { workspaceId: workspace, channelId: row.channelId, postId: row.id }, data.phones)
  row.gatherAfter = data.next
  row.askedAt = new Date()
  await em.flush()
  askForPeople(tx, row)
  tx.wake('post')
}
