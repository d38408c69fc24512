import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type Tx } from '@posthorn/chassis'
import type { FileRow } from '../entities/file.ts'
import type { MessageRow } from '../entities/message.ts'

/** Media to fetch, with what its call needs. */
export type MediaJob = {
  message_id: string
  workspace_id: string
  number_id: string
  media_id: string
  attempt: number
  provider: string
  version: number
  ciphertext: string | null
}

/** Longer than a download may take: a process that died is followed by another. */
const leaseSeconds = 90

/** Queues media of a message for the loop `media`, so that its event need not wait for the bytes. */
export async function queueMedia(tx: Tx, { id, workspaceId, numberId, content }: MessageRow): Promise<void> {
  const mediaId = content?.media?.providerId
  if (mediaId === undefined) return
  await sql(tx.em, 'insert into media_job (message_id, workspace_id, number_id, media_id) values ($1, $2, $3, $4)', [
    id,
    workspaceId,
    numberId,
    mediaId,
  ])
  tx.wake('media')
}

/** Takes due jobs; they come up again when nobody finishes them. */
export function takeMediaJobs(em: EntityManager, sizeMax: number): Promise<MediaJob[]> {
  return sql<MediaJob>(
    em,
    `with job as (
       update media_job set run_at = now() + interval '${leaseSeconds} seconds', attempt = attempt + 1
       where message_id in (select message_id from media_job where run_at <= now() order by run_at limit $1 for update skip locked)
       returning *
     )
     select job.message_id, job.workspace_id, job.number_id, job.media_id, job.attempt, n.provider, n.version, n.ciphertext
     from job join number_line n on n.workspace_id = job.workspace_id and n.id = job.number_id`,
    [sizeMax],
  )
}

/** Puts a job off. */
export async function postponeMediaJob(em: EntityManager, messageId: string, afterMs: number): Promise<void> {
  await sql(em, `update media_job set run_at = now() + $2 * interval '1 millisecond' where message_id = $1`, [
    messageId,
    afterMs,
  ])
}

/** Removes a job; false when somebody else has finished it. */
export async function endMediaJob(em: EntityManager, messageId: string): Promise<boolean> {
  return (await sql(em, 'delete from media_job where message_id = $1 returning 1', [messageId])).length > 0
}

/** Keeps the row of a file whose bytes are stored; the same bytes are the same file, kept for the longer of both times. */
export async function saveFile(em: EntityManager, file: Omit<FileRow, 'createdAt'>): Promise<string> {
  const [row] = await sql<{ id: string }>(
    em,
    `insert into file (workspace_id, id, place, sha256, filename, mime, kind, size, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (workspace_id, sha256) do update
       set expires_at = case when file.expires_at is null or excluded.expires_at is null then null else greatest(file.expires_at, excluded.expires_at) end
     returning id`,
    [
      file.workspaceId,
      file.id,
      file.place,
      file.sha256,
      file.filename,
      file.mime,
      file.kind,
      file.size,
      file.expiresAt,
    ],
  )
  return (row as { id: string }).id
}
