import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, inTransaction, type Round, type Tx, type Worker } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'
import { Post, type PostRow } from '../entities/channel.ts'
import { presentPost } from '../posts/present.ts'
import { savePost } from '../posts/save.ts'
import { beginPost, requestMembers } from '../posts/start.ts'
import { claimPosts, nextPostInMs, type OpenPost, queuedMax, takeUnanswered, takeWaiting } from './post.sql.ts'

const postsAtOnce = 5
/** Maximum number of messages in one round. */
const stepMax = 500
/** Maximum number of phones in one event. */
const chunkMax = 100

/** Queues posts in chunks. Delivery statuses, stored in the same transaction, record the progress. */
export const post: Worker<GroupsRuntime> = { name: 'post', pollMs: 5_000, outward: true, run: postRound }

function postRound(runtime: GroupsRuntime): Promise<Round> {
  return inTransaction(runtime, async (tx) => {
    for (const unanswered of await takeUnanswered(tx.em)) requestMembers(tx, unanswered)
    const claimed = await claimPosts(tx.em, postsAtOnce)
    for (const open of claimed) await advance(tx, open)
    const nextInMs = await nextPostInMs(tx.em)
    return { worked: claimed.length, ...(nextInMs !== null && { nextInMs }) }
  })
}

async function advance({ em: tables, emit }: Tx, open: OpenPost): Promise<void> {
  const em = forWorkspace(tables, open.workspaceId)
  const row = await em.findOneOrFail(Post, { id: open.id })
  if (open.status === 'scheduled') await beginPost({ em, emit }, row)
  else if (open.waiting) return feed({ em, emit }, row, open)
  else return finish({ em, emit }, row)
  return savePost({ em, emit }, row)
}

type Tables = { em: EntityManager; emit: Tx['emit'] }

async function feed({ em, emit }: Tables, row: PostRow, open: OpenPost): Promise<void> {
  const { phones, taken } = await takeWaiting(em, row, Math.min(stepMax, queuedMax - open.queued))
  row.toFeed -= taken
  await savePost({ em, emit }, row)
  const { workspaceId: workspace, id, version } = row
  const message = { ...row.content, priority: 'low', order: 'none' }
  for (let i = 0; i < phones.length; i += chunkMax) {
    const chunk = phones.slice(i, i + chunkMax)
    const data = { number: open.numberId, phones: chunk, reference: id, version, message }
    emit({ kind: 'message:requested', workspace, data, aggregate: { id: `${id} ${version} ${i}`, version: 1 } })
  }
}

async function finish({ em, emit }: Tables, row: PostRow): Promise<void> {
  row.status = row.status === 'stopping' ? 'stopped' : 'posted'
  row.postedAt = new Date()
  await savePost({ em, emit }, row)
  const { workspaceId: workspace, id, version } = row
  emit({ kind: 'channel:posted', workspace, data: await presentPost(em, row), aggregate: { id, version } })
}
