import type { EntityManager } from '@mikro-orm/postgresql'
import {
  createRests,
  forWorkspace,
  inTransaction,
  longWaitsOf,
  type Round,
  runTogether,
  sql,
  type Tx,
  type Worker,
} from '@posthorn/chassis'
import { placeholderNames } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Post, type PostRow, type PostStatus } from '../entities/group.ts'
import { addressSubscribers, cancelWaiting } from '../posts/deliveries.sql.ts'
import { beginPost, type PostTx, presentPost, requestMembers, savePost } from '../posts/posts.ts'

const postsAtOnce = 5
const stepMax = 500
/** Maximum number of phone numbers in one event. */
const chunkMax = 100

/** Queues posts' messages in chunks. Progress is recorded in the delivery statuses, which are stored in the same transaction. */
export const post: Worker<GroupsRuntime> = { name: 'post', pollMs: 5_000, outward: true, run: postRound }

const rests = createRests<OpenPost>(({ id }) => id)
const openPosts = { take: claimPosts, rest: rests.rest }

/** Requests missing pages of members again, then starts, feeds or finishes a few posts. `nextInMs`: until the next scheduled one. */
async function postRound(runtime: GroupsRuntime): Promise<Round> {
  await inTransaction(runtime, async (tx) => {
    for (const unanswered of await takeUnanswered(tx.em)) requestMembers(tx, unanswered)
  })
  const { worked } = await runTogether(runtime, openPosts, {
    limit: postsAtOnce,
    async work(tx, claimed) {
      for (const open of claimed) await advance(tx, open)
    },
  })
  const nextInMs = await nextPostInMs(runtime.db.em())
  return { worked, ...(nextInMs !== null && { nextInMs }) }
}

/** Takes a post's next step: begins it, adds subscribers, cancels messages, hands some to the number's queue, or ends it. */
async function advance({ em, emit }: Tx, open: OpenPost): Promise<void> {
  const tx = { em: forWorkspace(em, open.workspaceId), emit }
  const row = await tx.em.findOneOrFail(Post, { id: open.id })
  if (open.status === 'scheduled') await beginPost(tx, row)
  else if (open.gathers) await addressSubscribers(tx.em, row)
  else if (open.waiting && open.status === 'stopping') row.toFeed -= await cancelWaiting(tx.em, row)
  else if (open.waiting) return feed(tx, row, open)
  else return finish(tx, row)
  return savePost(tx, row)
}

/** Requests a post's next messages, as many as the queue may hold of it: directly or, if they name values, through contacts. */
async function feed({ em, emit }: PostTx, row: PostRow, open: OpenPost): Promise<void> {
  const { phones, taken } = await takeWaiting(em, row, Math.min(stepMax, queuedMax - open.queued))
  row.toFeed -= taken
  await savePost({ em, emit }, row)
  const { workspaceId: workspace, id, version } = row
  const message = { ...row.content, priority: 'low', order: 'none' }
  const names = placeholderNames(row.content)
  for (let i = 0; i < phones.length; i += chunkMax) {
    const chunk = phones.slice(i, i + chunkMax)
    const data = { number: open.numberId, phones: chunk, reference: id, version, message }
    // Each chunk is an aggregate, because chunks need no order.
    const aggregate = { id: `${id} ${version} ${i}`, version: 1 }
    // The contacts service adds the values of these people, and requests their messages.
    if (names.length > 0) emit({ kind: 'post:values_requested', workspace, data: { ...data, names }, aggregate })
    else emit({ kind: 'message:requested', workspace, data, aggregate })
  }
}

/** Ends a post that has no more waiting or queued messages, and announces it. */
async function finish({ em, emit }: PostTx, row: PostRow): Promise<void> {
  row.status = row.status === 'stopping' ? 'stopped' : 'posted'
  row.postedAt = new Date()
  await savePost({ em, emit }, row)
  const { workspaceId: workspace, id, version } = row
  emit({ kind: 'channel:posted', workspace, data: await presentPost(em, row), aggregate: { id, version } })
}

/** A locked post with pending work, and how many of its messages are in the number's queue. `gathers`: more subscribers are to be added. */
type OpenPost = {
  workspaceId: string
  id: string
  numberId: string
  status: PostStatus
  queued: number
  waiting: boolean
  gathers: boolean
}

/** Maximum number of queued messages per post, so that a large channel doesn't flood a paused number. */
const queuedMax = 1_000

const gathersSubscribers = `(p.status = 'posting' and p.segment_id is null and p.gather_after is not null)`

/**
 * Claims posts with pending work by locking them until the transaction ends: posts whose time has come, to which subscribers are to be added,
 * whose messages wait while the queue has room, or that have no more waiting or queued messages. Skips locked and resting ones. Workspaces
 * take turns, each with its oldest post first. Must run in the scope of all workspaces.
 */
function claimPosts(em: EntityManager, limit: number): Promise<OpenPost[]> {
  return sql<OpenPost>(
    em,
    `with pending as (
     select p.workspace_id, p.id, p.version, c.number_id, d.queued, d.waiting,
       row_number() over (partition by p.workspace_id order by p.id) as place
     from post p join channel c on c.workspace_id = p.workspace_id and c.id = p.channel_id and not c.deleted cross join lateral (
       select (select count(*)::int from (
           select 1 from post_delivery d where d.workspace_id = p.workspace_id and d.post_id = p.id and d.status = 'queued' limit ${queuedMax}
         ) q) as queued,
         exists (select 1 from post_delivery d where d.workspace_id = p.workspace_id and d.post_id = p.id and d.status = 'waiting'
           and (p.status <> 'testing' or d.test)) as waiting
     ) d
     where p.status in ('scheduled', 'testing', 'posting', 'stopping') and p.id <> all($2) and case
       when p.status = 'scheduled' then p.deliver_at <= now()
       when ${gathersSubscribers} then true
       when d.waiting then d.queued < ${queuedMax} or p.status = 'stopping'
       else d.queued = 0 and p.gather_after is null and p.status <> 'testing' end
     )
     select p.workspace_id as "workspaceId", p.id, t.number_id as "numberId", p.status, t.queued, t.waiting,
       ${gathersSubscribers} as gathers
     from pending t join post p on p.workspace_id = t.workspace_id and p.id = t.id and p.version = t.version
     order by t.place, p.id limit $1 for update of p skip locked`,
    [limit, rests.resting()],
  )
}

/** Returns the milliseconds until the next scheduled post starts, or null if there is none. */
async function nextPostInMs(em: EntityManager): Promise<number | null> {
  const [row] = await sql<{ ms: number | null }>(
    em,
    `select ceil(extract(epoch from min(deliver_at) - now()) * 1000)::float8 as ms from post
     where status = 'scheduled' and deliver_at > now()`,
  )
  return row?.ms ?? null
}

/**
 * Takes the next waiting recipients in phone number order. Returns those who get the post, and how many are no longer waiting. Someone who
 * never subscribed gets it only as a member of the segment, or in a test.
 */
async function takeWaiting(
  em: EntityManager,
  post: Pick<PostRow, 'workspaceId' | 'id' | 'channelId' | 'segmentId' | 'status'>,
  limit: number,
): Promise<{ phones: string[]; taken: number }> {
  const next = await sql<{ phone: string }>(
    em,
    `select phone from post_delivery where workspace_id = $1 and post_id = $2 and status = 'waiting' and (not $4 or test)
     order by phone limit $3`,
    [post.workspaceId, post.id, limit, post.status === 'testing'],
  )
  // Phone numbers are passed as a list, so that the planner uses the primary keys even without statistics on a new table.
  const rows = await sql<{ phone: string; status: string }>(
    em,
    `update post_delivery d set status = case when coalesce((
       select s.subscribed from subscriber s where s.workspace_id = $1 and s.channel_id = $3 and s.id = d.phone
     ), $5 or d.test) then 'queued' else 'unsubscribed' end
     where d.workspace_id = $1 and d.post_id = $2 and d.phone = any($4) returning d.phone, d.status`,
    [post.workspaceId, post.id, post.channelId, next.map(({ phone }) => phone), (post.segmentId ?? null) !== null],
  )
  const phones = rows.flatMap(({ phone, status }) => (status === 'queued' ? [phone] : []))
  return { phones, taken: rows.length }
}

const memberWaitSeconds = 60
const isGathering = `status in ('posting', 'paused') and gather_after is not null`

/** Requests a page of members again that seems to be requested in the future, because the database's clock went back. */
export const longMemberWaits = longWaitsOf({ table: 'post', column: 'asked_at', secondsMax: 0, where: isGathering })

type Unanswered = { workspaceId: string; id: string; segmentId: string; gatherAfter: string }

/** Claims posts whose requested page of members has not arrived in time, for a new request. */
function takeUnanswered(em: EntityManager): Promise<Unanswered[]> {
  return sql(
    em,
    `update post set asked_at = now()
     where ${isGathering} and asked_at < now() - interval '${memberWaitSeconds} seconds'
     returning workspace_id as "workspaceId", id, segment_id as "segmentId", gather_after as "gatherAfter"`,
  )
}
