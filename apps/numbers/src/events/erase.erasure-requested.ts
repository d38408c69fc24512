import type { EntityManager } from '@mikro-orm/postgresql'
import { type Eraser, sql, tracesOf } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'

/** Stored bodies in one query. */
const batchSize = 5_000

/** Deletes the person's phone records, sender and unread updates, and empties their stored callbacks. The provider may send more. */
export const erase: Eraser<NumbersRuntime> = async ({ tx, person }) => {
  const { workspace, phones, userIds, contact, ids = [], requestedAt } = person
  await sql(tx.em, 'delete from known_phone where workspace_id = $1 and phone = any($2)', [workspace, phones])
  await sql(
    tx.em,
    'delete from sender where workspace_id = $1 and address = any($2) and (learned_at < $3 or contact_id = any($4))',
    [workspace, [...phones, ...userIds], requestedAt, [contact, ...ids]],
  )
  const traces = tracesOf(person)
  await sql(
    tx.em,
    `delete from unread_update where workspace_id = $1 and exists (select 1 from unnest($2::text[]) t where strpos(raw::text, t) > 0)`,
    [workspace, traces],
  )
  return { done: await emptyCallbacks(tx.em, workspace, traces), late: true }
}

/** Empties bodies but keeps their digest, so that duplicates are recognized. Returns false while one isn't unpacked. */
async function emptyCallbacks(em: EntityManager, workspace: string, traces: string[]): Promise<boolean> {
  let done = true
  for (let after = ''; ; ) {
    const [end] = await sql<{ id: string | null }>(
      em,
      `select max(id) as id from (select id from provider_inbox where id > $1 order by id limit ${batchSize}) i`,
      [after],
    )
    if (!end?.id) return done
    const emptied = await sql<{ unpacked: boolean }>(
      em,
      `update provider_inbox i set raw = case when unpacked_at is null then raw else '' end
       where id > $1 and id <= $2 and workspace_id = $3
         and exists (select 1 from unnest($4::text[]) t where position(convert_to(t, 'UTF8') in raw) > 0)
       returning unpacked_at is not null as unpacked`,
      [after, end.id, workspace, traces],
    )
    done &&= emptied.every(({ unpacked }) => unpacked)
    after = end.id
  }
}
