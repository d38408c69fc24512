import { on, type Tx } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { announceCanceled } from '../posts/announce-canceled.ts'
import { lockPost, lockWaitingOfPost, saveKnownPost } from '../posts/known-posts.sql.ts'
import { cancelMessages } from '../queues/queues.ts'

/** Tracks posts, and cancels waiting messages of those that are paused or stopped. */
export const postFromGroups = on<'post:updated', MessagingRuntime>('post:updated', async ({ tx, events }) => {
  for (const event of events) {
    await lockPost(tx.em, { workspace: event.workspace, post: event.data.post }, 'exclusive')
    if (!(await saveKnownPost(tx.em, event))) continue
    const { status } = event.data
    if (status === 'paused' || status === 'stopping' || status === 'stopped') await cancelWaiting(tx, event)
  }
})

async function cancelWaiting(tx: Tx, { workspace, data }: BusEvent<'post:updated'>): Promise<void> {
  const jobs = await lockWaitingOfPost(tx.em, { workspace, post: data.post })
  if (jobs.length === 0) return
  const ids = jobs.map(({ id }) => id)
  await cancelMessages(tx, { workspace, ids, by: { type: 'service', id: 'groups' } })
  announceCanceled(tx, { workspace, jobs, recalled: data.status === 'paused' })
  tx.wake('dispatch')
}
