import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { PostRow } from '../entities/channel.ts'

type Addressed = Pick<PostRow, 'workspaceId' | 'channelId' | 'id'>

/** Adds phones to a post, without duplicates and people who left the channel. Returns how many are new. */
export async function addressPhones(em: EntityManager, post: Addressed, phones: string[]): Promise<number> {
  const added = await sql(
    em,
    `insert into post_delivery (workspace_id, post_id, phone)
     select $1, $3, phone from unnest($4::text[]) as p (phone)
     where not exists (select 1 from subscriber s
       where s.workspace_id = $1 and s.channel_id = $2 and s.id = p.phone and not s.subscribed)
     on conflict do nothing returning 1`,
    [post.workspaceId, post.channelId, post.id, phones],
  )
  return added.length
}

/** Adds test recipients to a post, subscribed or not. Returns how many. */
export async function addressTestRecipients(
  em: EntityManager,
  { workspaceId, id }: Addressed,
  phones: readonly string[],
): Promise<number> {
  const added = await sql(
    em,
    `insert into post_delivery (workspace_id, post_id, phone, test)
     select distinct $1, $2, phone, true from unnest($3::text[]) as p (phone) returning 1`,
    [workspaceId, id, phones],
  )
  return added.length
}

/** Adds everyone currently subscribed to a post, without duplicates. Returns how many are new. */
export async function addressSubscribers(
  em: EntityManager,
  { workspaceId, channelId, id }: Addressed,
): Promise<number> {
  const [row] = await sql<{ count: number }>(
    em,
    `with addressed as (
       insert into post_delivery (workspace_id, post_id, phone)
       select workspace_id, $3, id from subscriber where workspace_id = $1 and channel_id = $2 and subscribed
       on conflict do nothing returning 1
     ) select count(*)::int as count from addressed`,
    [workspaceId, channelId, id],
  )
  return row?.count ?? 0
}
