import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'
import { type NumberAccess, type Provider, type UploadOutcome, uploadTimeoutMs } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import { filesOf } from '../content/accept.ts'
import type { MessageRow } from '../entities/chat.ts'
import { extensionOf } from './media-type.ts'
import { partsOf } from './storage.ts'

type FileToUpload = { workspace: string; numberId: string; file: string; mime: string }

/**
 * Uploads a file to the provider, once per number, and again after 29 days, because the provider keeps uploads for 30. Extends the job's
 * lease by the time that the upload may take; `extendLease` throws if the lease is lost. The name is neutral, because one upload serves
 * messages that show different names.
 */
export async function uploadFile(
  runtime: MessagingRuntime,
  via: { provider: Provider; access: NumberAccess; extendLease(ms: number): Promise<void> },
  fileToUpload: FileToUpload,
): Promise<UploadOutcome> {
  const em = runtime.db.em()
  const stored = await findStored(em, fileToUpload)
  if (!stored) return fileDeleted
  const { mediaId, place: name, size } = stored
  if (mediaId !== null) return { outcome: 'uploaded', mediaId }
  const { workspace, mime } = fileToUpload
  await via.extendLease(uploadTimeoutMs(size))
  const parts = () => partsOf(runtime.deps.storage, { workspace, name }, size)
  const outcome = await via.provider
    .uploadMedia(via.access, { size, parts, mime, filename: `file.${extensionOf(mime)}` })
    .catch((err: unknown) => {
      if (err instanceof Fault && err.code === 'file:not_found') return fileDeleted
      throw err
    })
  if (outcome.outcome === 'uploaded') await rememberUpload(em, fileToUpload, outcome.mediaId)
  return outcome
}

const fileDeleted: UploadOutcome = {
  outcome: 'refused',
  error: {
    code: null,
    title: 'The file was deleted before it was sent',
    errorCode: 'file:not_found',
    retryable: false,
  },
  suspendsNumber: false,
}

type StoredFile = { place: string; size: number; mediaId: string | null }

/** Returns where a file is stored, with the provider's id of its last upload while that is sure to be valid. Undefined if it was deleted. */
async function findStored(
  em: EntityManager,
  { workspace, numberId, file }: FileToUpload,
): Promise<StoredFile | undefined> {
  const [row] = await sql<StoredFile>(
    em,
    `select f.place, f.size, u.media_id as "mediaId" from file f left join file_upload u on u.workspace_id = f.workspace_id
       and u.place = f.place and u.number_id = $2 and u.uploaded_at > now() - interval '29 days'
     where f.workspace_id = $1 and f.id = $3`,
    [workspace, numberId, file],
  )
  return row
}

/** Stores the provider's id for an upload, unless the file has been deleted. */
async function rememberUpload(
  em: EntityManager,
  { workspace, numberId, file }: FileToUpload,
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

/** The provider's code for a message whose media it could not use. */
const mediaUploadError = 131_053

/** Forgets the uploads of messages that failed because of their media, so that the next attempt uploads the file again. */
export async function forgetUploads(em: EntityManager, changes: readonly { after: MessageRow }[]): Promise<void> {
  const failed = changes.map(({ after }) => after).filter(({ error }) => error?.providerCode === mediaUploadError)
  const uploads = failed.flatMap((message) =>
    filesOf(message.content ?? null).map(({ file }) => ({ ...message, file })),
  )
  if (uploads.length === 0) return
  await sql(
    em,
    `delete from file_upload u using file f, unnest($1::text[], $2::text[], $3::text[]) as m (workspace_id, number_id, id)
     where (f.workspace_id, f.id) = (m.workspace_id, m.id)
       and (u.workspace_id, u.place, u.number_id) = (f.workspace_id, f.place, m.number_id)`,
    [
      uploads.map(({ workspaceId }) => workspaceId),
      uploads.map(({ numberId }) => numberId),
      uploads.map(({ file }) => file),
    ],
  )
}
