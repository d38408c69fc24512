import { createRests, eachApart, inTransaction, runLeased, type Tx, type Worker } from '@posthorn/chassis'
import { type ErrorCode, Fault, fileBytesMax, newId } from '@posthorn/contracts'
import { type Spooled, spool } from '@posthorn/http'
import type { TransferOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import type { StoredContent } from '../entities/chat.ts'
import {
  dueOrphans,
  endOrphan,
  keepFile,
  type MediaJob,
  mediaQueue,
  type NewFile,
  type OrphanedBlob,
  orphanName,
  recordBlob,
  removeExpired,
} from '../files/files.sql.ts'
import { expiryOf } from '../files/files.ts'
import { durationOf, extensionOf, type MediaType, mediaTypeOf, type Sample, sampleOf } from '../files/media-type.ts'
import { announceUpdate, applyAmendment, lockMessage } from '../messages/amend.ts'

const pollMs = 60_000
const batchSizeMax = 50
const downloadsMax = 4

const rests = createRests<OrphanedBlob>(orphanName)

/** Removes expired files that no waiting message needs, and bytes that no file uses. */
export const files: Worker<MessagingRuntime> = {
  name: 'files',
  pollMs,
  run: async ({ db, deps }) => {
    const expired = await removeExpired(db.em(), batchSizeMax)
    const places = await dueOrphans(db.em(), batchSizeMax, rests.resting())
    const remove = async (place: OrphanedBlob) => {
      if (!place.isNamed) await deps.storage.remove(place)
      await endOrphan(db.em(), place)
    }
    await eachApart(places, remove, rests.rest)
    return { worked: expired + places.length }
  },
}

/** Downloads received media, which the provider keeps for only 7 days. While that fails, the message shows the reason. */
export const media: Worker<MessagingRuntime> = {
  name: 'media',
  pollMs: 5_000,
  outward: true,
  run: (runtime) =>
    runLeased(runtime, mediaQueue, {
      limit: downloadsMax,
      work: (job) => fetchReceived(runtime, job),
      async fail(job, { err, isRetried }) {
        // A fault has a message for people, so it is shown at once. Other errors are shown if they last.
        const error = err instanceof Fault ? err.message : 'The media could not be stored'
        if (!isRetried) await endJob(runtime, job, async () => ({ error }))
        else if (job.attempt === (err instanceof Fault ? 1 : quickAttempts)) await showError(runtime, job, error)
      },
    }),
}

type Media = NonNullable<StoredContent['media']>
type FetchedMedia = { id: string; sample: Sample; size: number; sha256: string; expiresAt: Date | null }

/** Number of attempts in the first minute. Afterwards, the message shows that its media are delayed. */
const quickAttempts = 3
/** Errors of a number or its token, which people can solve while the provider still has the media. */
const curable: readonly ErrorCode[] = ['number:unauthorized', 'number:suspended', 'number:not_registered']
const hasDuration = new Set(['voice', 'audio', 'video'])

/**
 * Downloads a message's media and stores it as a file, or records in the message why that failed. A failure that may pass is retried, and
 * shown in the message meanwhile: at once if people can solve it, else if it lasts.
 */
async function fetchReceived(runtime: MessagingRuntime, job: MediaJob): Promise<void> {
  const outcome = await download(runtime, job)
  if (!outcome.ok) {
    const { title: error, errorCode, retryable } = outcome.error
    runtime.log.warn({ message: job.messageId, error: outcome.error }, 'media.not_fetched')
    const isRepeated = retryable || curable.includes(errorCode)
    if (!isRepeated || !(await mediaQueue.retry(runtime.db.em(), job)))
      return endJob(runtime, job, async () => ({ error }))
    if (job.attempt === (retryable ? quickAttempts : 1)) await showError(runtime, job, error)
    return
  }
  await using spooled = outcome.kept
  const fetched = await storeBytes(runtime, job, spooled)
  return endJob(runtime, job, async (shown, tx) => {
    const file = await keepFile(tx, fileOf(job, shown, fetched))
    const durationMs = hasDuration.has(shown.kind) ? durationOf(fetched.sample, fetched.size) : undefined
    const measured = { size: fetched.size, ...(durationMs === undefined ? {} : { durationMs }) }
    return { file: file.id, filename: file.filename, ...measured }
  })
}

/** Writes downloaded bytes to storage. The file's row is stored later, with the change to the message; if it isn't, the bytes are removed. */
async function storeBytes(
  { db, deps, config }: MessagingRuntime,
  job: MediaJob,
  spooled: Spooled,
): Promise<FetchedMedia> {
  const id = newId('file')
  const place = { workspace: job.workspaceId, name: id }
  const expiresAt = expiryOf(undefined, config.FILES_RETENTION_DAYS)
  await recordBlob(db.em(), place)
  await deps.storage.write(place, spooled)
  return { id, sample: await sampleOf(spooled), size: spooled.size, sha256: spooled.sha256, expiresAt }
}

/** Downloads a message's media to disk, because they can be too large for the memory. */
async function download({ deps, config }: MessagingRuntime, job: MediaJob): Promise<TransferOutcome<Spooled>> {
  const { numberId, version, provider: name, ciphertext } = job
  const provider = deps.provider(name)
  if (!provider || !ciphertext) {
    const title = 'The number is no longer connected'
    return { ok: false, error: { code: null, title, errorCode: 'number:disconnected', retryable: false } }
  }
  const access = deps.credentials({ numberId, version, ciphertext })
  const keep = (bytes: AsyncIterable<Buffer>) => spool(bytes, { folder: config.SPOOL_DIR, bytesMax: fileBytesMax })
  return provider.downloadMedia(access, job.mediaId, { bytesMax: fileBytesMax, keep })
}

/** Returns the changed fields of a message's media. `shown` are the fields so far. */
type MediaChange = (shown: Media, tx: Tx) => Promise<Partial<Media>>

/** Ends the job and changes the message, unless the lease is lost: then another process does both; or the job was canceled: then nothing changes. */
function endJob(runtime: MessagingRuntime, job: MediaJob, change: MediaChange): Promise<void> {
  return inTransaction(runtime, async (tx) => {
    if (await mediaQueue.end(tx.em, job)) await changeMedia(tx, job, change)
  })
}

/** Shows an error with the message's media while the job goes on. */
function showError(runtime: MessagingRuntime, job: MediaJob, error: Media['error']): Promise<void> {
  return inTransaction(runtime, (tx) => changeMedia(tx, job, async () => ({ error })))
}

/** Changes the media of a message, if it still has any, and announces it. Removes the error of an earlier attempt. */
async function changeMedia(tx: Tx, job: MediaJob, change: MediaChange): Promise<void> {
  const message = await lockMessage(tx, job.workspaceId, job.messageId)
  const shown = message?.content?.media
  if (!message || !shown) return
  const { error: _last, ...kept } = shown
  const content = { ...message.content, media: { ...kept, ...(await change(shown, tx)) } }
  await announceUpdate(tx, await applyAmendment(tx, message, { content }), { change: 'media', traceparent: undefined })
}

/**
 * Returns the file to store for received media. Customers send documents of any type: an unrecognized one is stored as
 * `application/octet-stream`, and the message keeps the type that the sender declared.
 */
function fileOf(job: MediaJob, shownMedia: Media, { id, sample, ...fetched }: FetchedMedia): NewFile {
  const other: MediaType = { kind: 'document', mime: 'application/octet-stream' }
  const { mime, kind } = mediaTypeOf(sample, shownMedia) ?? other
  const filename = shownMedia.filename ?? `${job.messageId}.${extensionOf(mime)}`
  const whose = { workspaceId: job.workspaceId, shared: false, numberIds: [job.numberId] }
  return { ...whose, id, ...fetched, filename, mime, kind }
}
