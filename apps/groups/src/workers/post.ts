import { forWorkspace, inTransaction, type Round, type Tx, type Worker } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'
import { Post } from '../entities/post.ts'
import { askForPeople } from '../posts/gather.ts'
import { presentPost } from '../posts/present.ts'
import { claimPosts, type OpenPost, takeForgotten, takeWaiting } from './post.sql.ts'

const postsAtOnce = 5
/** Messages of one post in the queue at once: a number that rests is not buried under a large channel. */
const queuedMax = 1_000
const stepMax = 500
/** Phones in one event. */
const stretchMax = 100

/** Hands posts to the queue, stretch by stretch; the place is kept by the state of each delivery, in the same transaction. */
export const post: Worker<GroupsRuntime> = { name: 'post', pollMs: 5_000, outward: true, run: postRound }

function postRound(runtime: GroupsRuntime): Promise<Round> {
  return inTransaction(runtime, async (tx) => {
    let worked = 0
    for (const forgotten of await takeForgotten(tx.em)) askForPeople(tx, forgotten)
    for (const open of await claimPosts(tx.em, postsAtOnce)) {
      if (open.waiting && open.queued < queuedMax) {
        await hand(tx, open)
        worked += 1
      } else if (!open.waiting && open.queued === 0 && !open.gathering) {
        await finish(tx, open)
        worked += 1
      }
    }
    return { worked }
  })
}

async function hand({ em, emit }: Tx, open: OpenPost): Promise<void> {
  const { workspaceId: workspace, id, numberId: number, content } = open
  const behindAll = { ...content, priority: 'low', order: 'none' }
  const phones = await takeWaiting(em, open, Math.min(stepMax, queuedMax - open.queued))
  for (let i = 0; i < phones.length; i += stretchMax) {
    const stretch = phones.slice(i, i + stretchMax)
    const data = { number, phones: stretch, reference: id, message: behindAll }
    emit({ kind: 'message:wanted', workspace, data, aggregate: { id: `${id} ${stretch[0] ?? ''}`, version: 1 } })
  }
}

async function finish(tx: Tx, { workspaceId: workspace, id }: OpenPost): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOneOrFail(Post, { id })
  row.state = 'posted'
  row.postedAt = new Date()
  await em.flush()
  tx.emit({ kind: 'channel:posted', workspace, data: await presentPost(em, row), aggregate: { id, version: 2 } })
}
