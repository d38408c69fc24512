import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, type Person, sql } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

/**
 * Removes the person's subscriptions, group memberships and join requests. Doesn't change the groups at the provider. Posts keep their
 * counts: unsent messages count as failed, and no remaining row identifies the person.
 */
export const erase: Eraser<GroupsRuntime> = async ({ tx, person }) => {
  await sql(tx.em, 'delete from subscriber where workspace_id = $1 and id = any($2)', [person.workspace, person.phones])
  await eraseInGroups(tx.em, person)
  if (await redactDeliveries(tx.em, person)) tx.wake('post')
  return { done: true }
}

/**
 * Replaces the person's phone numbers in deliveries with the erasure's id and a number, because a post may have gone to two of them. Counts
 * unsent messages as failed. Returns whether there were any deliveries.
 */
async function redactDeliveries(em: EntityManager, { workspace, erasure, phones }: Person): Promise<boolean> {
  const [redacted] = await sql<{ count: number }>(
    em,
    `with before as (
       select d.post_id, d.phone, d.status, n.place from post_delivery d join unnest($3::text[]) with ordinality as n (phone, place) using (phone)
       where d.workspace_id = $1 order by d.post_id, d.phone for update of d
     ), fed as (
       update post p set to_feed = p.to_feed - b.count from (
         select post_id, count(*)::int as count from before where status = 'waiting' group by post_id
       ) b where p.workspace_id = $1 and p.id = b.post_id
     ), redacted as (
       update post_delivery d set phone = $2 || ' ' || b.place,
         status = case when d.status in ('waiting', 'queued') then 'failed' else d.status end
       from before b where d.workspace_id = $1 and d.post_id = b.post_id and d.phone = b.phone returning 1
     ) select count(*)::int as count from redacted`,
    [workspace, erasure, phones],
  )
  return (redacted?.count ?? 0) > 0
}

/** Removes the person from groups and join requests. Lowers the groups' counts, because they must match the participants listed. */
async function eraseInGroups(em: EntityManager, { workspace, phones }: Person): Promise<void> {
  const gone = 'workspace_id = $1 and phone = any($2)'
  await sql(em, `delete from join_request where ${gone}`, [workspace, phones])
  await sql(
    em,
    `with gone as (
       delete from group_participant where ${gone} returning group_id, status
     ), counted as (
       select group_id, count(*) filter (where status in ('joined', 'removing'))::int as joined,
         count(*) filter (where status = 'invited')::int as invited
       from gone group by group_id
     ) update chat_group g set joined = g.joined - c.joined, invited = g.invited - c.invited
       from counted c where g.workspace_id = $1 and g.id = c.group_id`,
    [workspace, phones],
  )
}
