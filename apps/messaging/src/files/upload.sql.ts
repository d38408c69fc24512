import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'

type Key = { workspace: string; numberId: string; file: string }

/** The provider's id of the bytes of a file for a number, while the provider surely has it: it keeps uploads for 30 days. */
export async function findUpload(em: EntityManager, { workspace, numberId, file }: Key): Promise<string | undefined> {
  const [row] = await sql<{ media_id: string }>(
    em,
    `select media_id from file_upload u join file f using (workspace_id, place)
     where workspace_id = $1 and number_id = $2 and f.id = $3 and uploaded_at > now() - interval '29 days'`,
    [workspace, numberId, file],
  )
  return row?.media_id
}

/** Finds the place and size of the bytes of a file; undefined when it was deleted. */
export async function findBytes(
  em: EntityManager,
  { workspace, file }: Pick<Key, 'workspace' | 'file'>,
): Promise<{ place: string; size: number } | undefined> {
  const text = 'select place, size from file where workspace_id = $1 and id = $2'
  const [row] = await sql<{ place: string; size: number }>(em, text, [workspace, file])
  return row
}

/** Remembers an upload; of a file that was deleted meanwhile nothing is kept. */
export async function rememberUpload(
  em: EntityManager,
  { workspace, numberId, file }: Key,
  mediaId: string,
): Promise<void> {
  await sql(
    em,
    `insert into file_upload (workspace_id, number_id, place, media_id)
     select $1, $2, place, $4 from file where workspace_id = $1 and id = $3
     on conflict (workspace_id, place, number_id) do update set media_id = excluded.media_id, uploaded_at = now()`,
    [workspace, numberId, file, mediaId],
  )
}
