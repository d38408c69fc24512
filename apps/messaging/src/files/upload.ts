import type { Line, Provider, ProviderError } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import { findUpload, rememberUpload } from './upload.sql.ts'

/** A file that a message about to be sent carries. */
export type WantedFile = {
  workspace: string
  numberId: string
  file: string
  sha256: string
  mime: string
  filename: string
}

/** The provider's id of a file for the number that sends it, or why there is none. */
export type Upload = { ok: true; mediaId: string } | { ok: false; error: ProviderError }

/** Brings a file to the provider, once for each number and as often as its life of 30 days there asks for. */
export async function uploadFile(
  runtime: MessagingRuntime,
  via: { provider: Provider; line: Line },
  wanted: WantedFile,
): Promise<Upload> {
  const em = runtime.db.em()
  const known = await findUpload(em, wanted)
  if (known) return { ok: true, mediaId: known }
  const { workspace, sha256, mime, filename } = wanted
  const bytes = await runtime.deps.storage.read({ workspace, sha256 })
  if (!bytes) return { ok: false, error: gone }
  const outcome = await via.provider.uploadMedia(via.line, { bytes, mime, filename })
  if (outcome.ok) await rememberUpload(em, wanted, outcome.mediaId)
  return outcome
}

const gone: ProviderError = {
  code: null,
  title: 'The file was deleted before it was sent',
  errorCode: 'file:not_found',
  retryable: false,
}
