import { createLeasedQueue, type LeasedJob, sql, type Tx } from '@posthorn/chassis'
import type { MessageRow } from '../entities/chat.ts'
import { removeFiles } from '../messages/erasure.sql.ts'

export type MediaJob = LeasedJob & {
  messageId: string
  workspaceId: string
  numberId: string
  mediaId: string
  provider: string
  version: number
  ciphertext: string | null
}

/** Queue of the `media` loop. The lease is longer than any download. */
export const mediaQueue = createLeasedQueue<MediaJob>({
  table: 'media_job',
  key: { message_id: 'messageId' },
  leaseSeconds: 90,
  retries: { attemptsMax: 8, pausesMs: [2_000, 10_000, 60_000, 300_000, 1_800_000, 7_200_000] },
  columns: `job.workspace_id as "workspaceId", job.number_id as "numberId", job.media_id as "mediaId", n.provider, n.version, n.ciphertext`,
  from: 'job join known_number n on n.workspace_id = job.workspace_id and n.id = job.number_id',
})

/** Queues a message's media for the `media` loop, so that its event doesn't wait for the download. */
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

/** Removes the media of a message that its sender deleted, or cancels the download. */
export async function removeReceived(tx: Tx, { id, workspaceId: workspace, content }: MessageRow): Promise<void> {
  const { providerId, file } = content?.media ?? {}
  if (providerId === undefined) return
  await sql(tx.em, 'delete from media_job where message_id = $1', [id])
  if (file === undefined) return
  await removeFiles(tx.em, { workspace, files: [file] })
  tx.wake('files')
}
