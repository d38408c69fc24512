import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { PostContent } from '../entities/post.ts'

/** A post that is not at its end, locked, with how many of its messages are in the queue now. */
export type OpenPost = {
  workspaceId: string
  id: string
  channelId: string
  numberId: string
  content: PostContent
  /** People of a segment are still to come. */
  gathering: boolean
  bySegment: boolean
  queued: number
  waiting: boolean
}

/** The oldest posts that are not at their end and not in other hands. */
export function claimPosts(em: EntityManager, limit: number): Promise<OpenPost[]> {
  return sql<OpenPost>(
    em,
    `select p.workspace_id as "workspaceId", p.id, p.channel_id as "channelId", c.number_id as "numberId", p.content,
       p.gather_after is not null as gathering, p.segment_id is not null as "bySegment",
       (select count(*)::int from post_delivery d where d.workspace_id = p.workspace_id and d.post_id = p.id and d.status = 'queued')
         as queued,
       exists (select 1 from post_delivery d where d.workspace_id = p.workspace_id and d.post_id = p.id and d.status = 'waiting')
         as waiting
     from post p join channel c on c.workspace_id = p.workspace_id and c.id = p.channel_id
     where p.state = 'posting' order by p.id limit $1 for update of p skip locked`,
    [limit],
  )
}

/** Takes the next of those who wait, in the order of their phones; who has left meanwhile is passed over. */
export async function takeWaiting(em: EntityManager, post: OpenPost, limit: number): Promise<string[]> {
  const next = await sql<{ phone: string }>(
    em,
    `select phone from post_delivery where workspace_id = $1 and post_id = $2 and status = 'waiting' order by phone limit $3`,
    [post.workspaceId, post.id, limit],
  )
  // Named one by one, so that whatever the planner knows of a young table it goes by the primary keys.
  const rows = await sql<{ phone: string; status: string }>(
    em,
    `update post_delivery d set status = case when coalesce((
       select s.subscribed from subscriber s where s.workspace_id = $1 and s.channel_id = $3 and s.id = d.phone
     ), $5) then 'queued' else 'unsubscribed' end
     where d.workspace_id = $1 and d.post_id = $2 and d.phone = any($4) returning d.phone, d.status`,
    [post.workspaceId, post.id, post.channelId, next.map(({ phone }) => phone), post.bySegment],
  )
  return rows.flatMap(({ phone, status }) => (status === 'queued' ? [phone] : []))
}

/** Posts whose people were asked for long ago and did not come; they are asked for once more. */
export function takeForgotten(
  em: EntityManager,
): Promise<{ workspaceId: string; id: string; segmentId: string; gatherAfter: string }[]> {
  return sql(
    em,
    `update post set asked_at = now() where state = 'posting' and gather_after is not null and asked_at < now() - interval '60 seconds'
     returning workspace_id as "workspaceId", id, segment_id as "segmentId", gather_after as "gatherAfter"`,
  )
}
