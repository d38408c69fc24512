import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, type Person, sql } from '@posthorn/chassis'
import type { GroupsRuntime } from '../config.ts'

/** Forgets who was subscribed. Posts keep their counts: what was not sent yet counts as failed, and no row names the person. */
export const erase: Eraser<GroupsRuntime> = async ({ tx, person }) => {
  await sql(tx.em, 'delete from subscriber where workspace_id = $1 and id = any($2)', [person.workspace, person.phones])
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
