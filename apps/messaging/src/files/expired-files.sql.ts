import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { isSentFile } from './orphaned-blobs.sql.ts'
import type { Place } from './storage.ts'

/** Longer than it takes to accept a message, so that one accepted just before the file expires still protects it. */
const graceSeconds = 60

/** Removes expired files and queues their bytes for removal, except files that a waiting message needs. Returns how many. */
export async function removeExpired(em: EntityManager, sizeMax: number): Promise<number> {
  const removed = await sql(
    em,
    `with expired as (
       select f.workspace_id, f.id from file f
       where f.expires_at < now() - interval '${graceSeconds} seconds' and not exists (
         select 1 from send_job j join message m on m.workspace_id = j.workspace_id and m.id = j.message_id
         where j.workspace_id = f.workspace_id
           and ${isSentFile}
       )
       order by f.expires_at limit $1 for update of f skip locked
     ), gone as (
       delete from file f using expired e where f.workspace_id = e.workspace_id and f.id = e.id
       returning f.workspace_id, f.place
     )
     insert into orphaned_blob (workspace_id, place, due_at) select distinct workspace_id, place, now() from gone
     on conflict (workspace_id, place) do update set due_at = now() returning 1`,
    [sizeMax],
  )
  return removed.length
}

/** Bytes that may no longer belong to a file. `dueAt` changes if another file with these bytes is removed in the meantime. */
type OrphanedBlob = Place & { dueAt: string; isNamed: boolean }

/** Returns bytes to check: those of removed files, which other files may share, and those of uploads that never completed. */
export function dueOrphans(em: EntityManager, sizeMax: number): Promise<OrphanedBlob[]> {
  return sql<OrphanedBlob>(
    em,
    `select workspace_id as workspace, place as name, due_at::text as "dueAt",
       exists (select 1 from file f where f.workspace_id = l.workspace_id and f.place = l.place) as "isNamed"
     from orphaned_blob l where due_at <= now() order by due_at limit $1`,
    [sizeMax],
  )
}

/** Marks bytes as checked. If they were removed, also forgets the provider's media ids. */
export async function endOrphan(em: EntityManager, { workspace, name, dueAt, isNamed }: OrphanedBlob): Promise<void> {
  await sql(em, 'delete from orphaned_blob where workspace_id = $1 and place = $2 and due_at = $3::timestamptz', [
    workspace,
    name,
    dueAt,
  ])
  if (!isNamed) await sql(em, 'delete from file_upload where workspace_id = $1 and place = $2', [workspace, name])
}
