import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, type Person, sql } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

/** Forgets who was subscribed, and who was in groups or asked to be; the provider's groups stay as they are. Posts keep their counts: what was not sent yet counts as failed, and no row names the person. */
export const erase: Eraser<GroupsRuntime> = async ({ tx, person }) => {
  await sql(tx.em, 'delete from subscriber where workspace_id = $1 and id = any($2)', [person.workspace, person.phones])
  await forgetInGroups(tx.em, person)
  if (await unnameDeliveries(tx.em, person)) tx.wake('post')
  return { done: true }
}

/** Two phones of one person may have had the same post. */
async function unnameDeliveries(em: EntityManager, { workspace, erasure, phones }: Person): Promise<boolean> {
  const unnamed = await sql(
    em,
    `update post_delivery d set phone = $2 || ' ' || n.place,
       status = case when d.status in ('waiting', 'queued') then 'failed' else d.status end
     from post p, unnest($3::text[]) with ordinality as n (phone, place)
     where p.workspace_id = $1 and d.workspace_id = $1 and d.post_id = p.id and d.phone = n.phone
     returning 1`,
    [workspace, erasure, phones],
  )
  return unnamed.length > 0
}

/** The counts of a group are those of the people it lists. */
async function forgetInGroups(em: EntityManager, { workspace, phones }: Person): Promise<void> {
  const gone = 'workspace_id = $1 and phone = any($2)'
  await sql(em, `delete from join_request where ${gone}`, [workspace, phones])
  await sql(
    em,
    `with gone as (
       delete from group_participant where ${gone} returning group_id, state
     ), counted as (
       select group_id, count(*) filter (where state in ('joined', 'removing'))::int as joined,
         count(*) filter (where state = 'invited')::int as invited
       from gone group by group_id
     ) update chat_group g set joined = g.joined - c.joined, invited = g.invited - c.invited
       from counted c where g.workspace_id = $1 and g.id = c.group_id`,
    [workspace, phones],
  )
}
