import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

/** How many of a post stand where. */
export type Counts = Record<string, number>

type Address = { workspaceId: string; channelId: string; postId: string }

/** These people are to get the post too, but for those who left the channel; each once. */
export async function addressPhones(
  em: EntityManager,
  { workspaceId, channelId, postId }: Address,
  phones: string[],
): Promise<void> {
  await sql(
    em,
    `insert into post_delivery (workspace_id, post_id, phone)
     select $1, $3, phone from unnest($4::text[]) as p (phone)
     where not exists (select 1 from subscriber s
       where s.workspace_id = $1 and s.channel_id = $2 and s.id = p.phone and not s.subscribed)
     on conflict do nothing`,
    [workspaceId, channelId, postId, phones],
  )
}

/** Everybody who is subscribed now is to get the post; answers how many. */
export async function addressSubscribers(
  em: EntityManager,
  { workspaceId, channelId, postId }: Address,
): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    `with addressed as (
       insert into post_delivery (workspace_id, post_id, phone)
       select workspace_id, $3, id from subscriber where workspace_id = $1 and channel_id = $2 and subscribed returning 1
     ) select count(*)::int as count from addressed`,
    [workspaceId, channelId, postId],
  )
  return row?.count ?? 0
}

/** Counts of posts by their state, by post. */
export async function countsOf(
  em: EntityManager,
  workspaceId: string,
  postIds: string[],
): Promise<Map<string, Counts>> {
  const rows = await sql<{ id: string; counts: Counts }>(
    em,
    `select post_id as id, jsonb_object_agg(status, count) as counts from (
       select post_id, status, count(*) as count from post_delivery
       where workspace_id = $1 and post_id = any($2) group by post_id, status
     ) counted group by post_id`,
    [workspaceId, postIds],
  )
  return new Map(rows.map(({ id, counts }) => [id, counts]))
}
