import { type Line, type Provider, type ProviderError, uploadTimeoutMs } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import { extensionOf } from './media-type.ts'
import { partsOf } from './storage.ts'
import { findBytes, findUpload, rememberUpload } from './upload.sql.ts'

/** A file that a message about to be sent carries. */
export type FileToUpload = {
  workspace: string
  numberId: string
  file: string
  mime: string
}

/** The provider's id of a file for the number that sends it, or why there is none. */
export type Upload = { ok: true; mediaId: string } | { ok: false; error: ProviderError }

/** Brings the bytes of a file to the provider, under a name that says nothing, once for each number and as often as its life of 30 days there asks for; says before how long it may take. */
export async function uploadFile(
  runtime: MessagingRuntime,
  via: { provider: Provider; line: Line; mayTake(ms: number): Promise<void> },
  wanted: FileToUpload,
): Promise<Upload> {
  const em = runtime.db.em()
  const known = await findUpload(em, wanted)
  if (known) return { ok: true, mediaId: known }
  const bytes = await findBytes(em, wanted)
  if (!bytes) return { ok: false, error: deletedError }
  const { workspace, mime } = wanted
  const { place: name, size } = bytes
  await via.mayTake(uploadTimeoutMs(size))
  const parts = () => partsOf(runtime.deps.storage, { workspace, name }, size)
  const outcome = await via.provider.uploadMedia(via.line, { size, parts, mime, filename: `file.${extensionOf(mime)}` })
  if (outcome.ok) await rememberUpload(em, wanted, outcome.mediaId)
  return outcome
}

const deletedError: ProviderError = {
  code: null,
  title: 'The file was deleted before it was sent',
  errorCode: 'file:not_found',
  retryable: false,
}
