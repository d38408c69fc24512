import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Move } from '../participants/move.sql.ts'

/** Returns posts still waiting to write to an address that a person gave up. */
export async function postsWaitingFor(em: EntityManager, { workspace, previous }: Move): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    em,
    `select p.id from post p join post_delivery d on d.workspace_id = p.workspace_id and d.post_id = p.id and d.phone = $2
     where p.workspace_id = $1 and p.status not in ('stopped', 'posted') and d.status = 'waiting' order by p.id`,
    [workspace, previous],
  )
  return rows.map(({ id }) => id)
}

/**
 * Moves a post's delivery to a new address. Someone the post has under both gets it once: a waiting delivery is dropped in favor of one that
 * isn't waiting. Returns how many are no longer waiting.
 */
export async function moveDelivery(em: EntityManager, move: Move, post: string): Promise<number> {
  const values = [move.workspace, post, move.previous, move.address]
  const own = 'workspace_id = $1 and post_id = $2 and phone = $3'
  const other = 'workspace_id = $1 and post_id = $2 and phone = $4'
  const gaveWay = await sql<{ status: string }>(
    em,
    `delete from post_delivery where ${other} and status = 'waiting' and exists (select 1 from post_delivery where ${own})
     returning status`,
    values,
  )
  const ended = await sql<{ status: string }>(
    em,
    `delete from post_delivery where ${own} and exists (select 1 from post_delivery where ${other}) returning status`,
    values,
  )
  await sql(em, `update post_delivery set phone = $4 where ${own}`, values)
  return [...gaveWay, ...ended].filter(({ status }) => status === 'waiting').length
}
