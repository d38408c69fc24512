import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, statement } from '@posthorn/chassis'
import type { FileRow } from '../entities/file.ts'
import type { Place } from './storage.ts'

/** A file to store. Its `place` is decided here. */
export type NewFile = Omit<FileRow, 'createdAt' | 'place'>

/** File in the header of message `m` or of its template. */
export const headerFile = `coalesce(m.content->'header'->'media'->>'file', m.content->'templateMedia'->>'file')`

/** Condition: the native content of message `m` uses file `f`. */
export const hasNativeFile = `(m.content->'nativeMedia' is not null and m.content->'nativeMedia' @> jsonb_build_array(jsonb_build_object('file', f.id)))`

/** Condition: message `m` is sent with file `f`. */
export const isSentFile = `(f.id in (m.content->'media'->>'file', ${headerFile}) or ${hasNativeFile})`

/** Longer than an upload takes from its first stored byte to its commit. */
const unclaimedMinutes = 60

/** Records bytes before they are written, so that they are removed if the upload never completes. */
export async function recordBlob(em: EntityManager, { workspace, name }: Place): Promise<void> {
  await sql(
    em,
    `insert into orphaned_blob (workspace_id, place, due_at) values ($1, $2, now() + interval '${unclaimedMinutes} minutes')`,
    [workspace, name],
  )
}

const insertFile = statement(
  {
    workspace: 'text',
    id: 'text',
    place: 'text',
    sha256: 'text',
    filename: 'text',
    mime: 'text',
    kind: 'text',
    size: 'integer',
    expiresAt: 'timestamptz',
    shared: 'boolean',
    numberIds: 'text[]',
  },
  (f) => `insert into file (workspace_id, id, place, sha256, filename, mime, kind, size, expires_at, shared, number_ids)
    values (${f.workspace}, ${f.id}, ${f.place}, ${f.sha256}, ${f.filename}, ${f.mime}, ${f.kind}, ${f.size}, ${f.expiresAt},
      ${f.shared}, ${f.numberIds})
    returning created_at as "createdAt"`,
)

/** Records a stored file. If another file has the same bytes, both share its place; the lock keeps that file until the new row exists. */
export async function keepFile(em: EntityManager, file: NewFile): Promise<FileRow> {
  const { workspaceId: workspace, id, sha256, mime } = file
  const [twin] = await sql<{ place: string }>(
    em,
    'select place from file where workspace_id = $1 and sha256 = $2 and mime = $3 limit 1 for share',
    [workspace, sha256, mime],
  )
  const place = twin?.place ?? id
  const [row] = await sql<{ createdAt: Date }>(em, insertFile({ ...file, workspace, place }))
  if (twin) await orphanBlob(em, { workspace, name: id })
  else await sql(em, 'delete from orphaned_blob where workspace_id = $1 and place = $2', [workspace, id])
  return { ...file, place, createdAt: (row as { createdAt: Date }).createdAt }
}

/** Queues bytes for the `files` loop, which removes them if no file uses them. */
export async function orphanBlob(em: EntityManager, { workspace, name }: Place): Promise<void> {
  await sql(
    em,
    `insert into orphaned_blob (workspace_id, place, due_at) values ($1, $2, now())
     on conflict (workspace_id, place) do update set due_at = now()`,
    [workspace, name],
  )
}
