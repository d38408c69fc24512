import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import type { Place } from './storage.ts'

/** The file that message `m` shows above its buttons, or in the header of its template. */
export const headerFile = `coalesce(m.content->'header'->'media'->>'file', m.content->'templateMedia'->>'file')`

/** Longer than an upload may take from its first byte in the storage to its commit. */
const unclaimedMinutes = 60

/** Notes that bytes are about to be written which no file names yet: should that never happen, they are removed. */
export async function recordBlob(em: EntityManager, { workspace, name }: Place): Promise<void> {
  await sql(
    em,
    `insert into loose_bytes (workspace_id, place, due_at) values ($1, $2, now() + interval '${unclaimedMinutes} minutes')`,
    [workspace, name],
  )
}

/** A file names these bytes now. */
export async function claimBlob(em: EntityManager, { workspace, name }: Place): Promise<void> {
  await sql(em, 'delete from loose_bytes where workspace_id = $1 and place = $2', [workspace, name])
}

/** No file names these bytes any more: the loop `files` removes them. */
export async function orphanBlob(em: EntityManager, { workspace, name }: Place): Promise<void> {
  await sql(
    em,
    `insert into loose_bytes (workspace_id, place, due_at) values ($1, $2, now())
     on conflict (workspace_id, place) do update set due_at = now()`,
    [workspace, name],
  )
}
