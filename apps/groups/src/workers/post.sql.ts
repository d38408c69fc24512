import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { PostRow, PostStatus } from '../entities/channel.ts'

/** A locked post with something to do, and how many of its messages are in the number's queue. */
export type OpenPost = {
  workspaceId: string
  id: string
  numberId: string
  status: PostStatus
  queued: number
  waiting: boolean
}

/** Maximum number of queued messages of a post, so that a large channel doesn't flood a paused number. */
export const queuedMax = 1_000

/** Takes the oldest posts with something to do that no other process works on. */
export function claimPosts(em: EntityManager, limit: number): Promise<OpenPost[]> {
  return sql<OpenPost>(
    em,
    `select p.workspace_id as "workspaceId", p.id, c.number_id as "numberId", p.status, d.queued, d.waiting
     from post p join channel c on c.workspace_id = p.workspace_id and c.id = p.channel_id cross join lateral (
       select (select count(*)::int from (
           select 1 from post_delivery d where d.workspace_id = p.workspace_id and d.post_id = p.id and d.status = 'queued' limit ${queuedMax}
         ) q) as queued,
         exists (select 1 from post_delivery d where d.workspace_id = p.workspace_id and d.post_id = p.id and d.status = 'waiting'
           and (p.status <> 'testing' or d.test)) as waiting
     ) d
     where p.status in ('scheduled', 'testing', 'posting', 'stopping') and case
       when p.status = 'scheduled' then p.deliver_at <= now()
       when d.waiting then d.queued < ${queuedMax}
       else d.queued = 0 and p.gather_after is null and p.status <> 'testing' end
     order by p.id limit $1 for update of p skip locked`,
    [limit],
  )
}

/** Milliseconds until the next scheduled post starts; null if there is none. */
export async function nextPostInMs(em: EntityManager): Promise<number | null> {
  const [row] = await sql<{ ms: number | null }>(
    em,
    `select ceil(extract(epoch from min(deliver_at) - now()) * 1000)::float8 as ms from post
     where status = 'scheduled' and deliver_at > now()`,
  )
  return row?.ms ?? null
}

type FedPost = Pick<PostRow, 'workspaceId' | 'id' | 'channelId' | 'segmentId' | 'status'>

/** Takes the next waiting recipients by phone. Returns who gets the post, and how many are no longer waiting. */
export async function takeWaiting(
  em: EntityManager,
  post: FedPost,
  limit: number,
): Promise<{ phones: string[]; taken: number }> {
  const next = await sql<{ phone: string }>(
    em,
    `select phone from post_delivery where workspace_id = $1 and post_id = $2 and status = 'waiting' and (not $4 or test)
     order by phone limit $3`,
    [post.workspaceId, post.id, limit, post.status === 'testing'],
  )
  // Listed individually, so that the planner uses the primary keys whatever its statistics of a new table.
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

type Unanswered = { workspaceId: string; id: string; segmentId: string; gatherAfter: string }

/** Takes posts whose requested page of members never arrived. */
export function takeUnanswered(em: EntityManager): Promise<Unanswered[]> {
  return sql(
    em,
    `update post set asked_at = now()
     where status in ('posting', 'paused') and gather_after is not null and asked_at < now() - interval '60 seconds'
     returning workspace_id as "workspaceId", id, segment_id as "segmentId", gather_after as "gatherAfter"`,
  )
}
