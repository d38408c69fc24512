import { LockMode } from '@mikro-orm/core'
import { forWorkspace, on, type Tx } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { AudienceSegment, Post } from '../entities/channel.ts'
import { addressPhones } from '../posts/addressees.sql.ts'
import { savePost } from '../posts/save.ts'
import { requestMembers } from '../posts/start.ts'

/** Tracks segments, so that a channel can have one as its audience. */
export const segmentFromUpdate = on<'segment:updated', GroupsRuntime>('segment:updated', async ({ tx, events }) => {
  for (const { workspace, data } of events) {
    const { id, deleted } = data
    // A deleted segment stays deleted, even if a change arrives later.
    const onConflictAction = deleted ? 'merge' : 'ignore'
    const row = { workspaceId: workspace, id, deleted }
    await forWorkspace(tx.em, workspace).upsert(AudienceSegment, row, { onConflictAction })
  }
})

/** Adds a page of recipients to a post, and requests the next page. */
export const postFromSegment = on<'segment:members_listed', GroupsRuntime>(
  'segment:members_listed',
  async ({ tx, events }) => {
    for (const event of events) await take(tx, event)
  },
)

async function take(tx: Tx, { workspace, data }: BusEvent<'segment:members_listed'>): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Post, { id: data.for }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  // The page arrived twice, or the post was stopped or deleted with its channel.
  if (!row || row.gatherAfter !== data.after) return
  const added = await addressPhones(em, row, data.phones)
  Object.assign(row, { gatherAfter: data.next, askedAt: new Date(), toFeed: row.toFeed + added })
  await savePost({ em, emit: tx.emit }, row)
  requestMembers(tx, row)
  tx.wake('post')
}
