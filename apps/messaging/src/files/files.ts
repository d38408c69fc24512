import { LockMode } from '@mikro-orm/core'
import { createOpenCount, isoTime, listPage, type PreparedVerb, type Verb } from '@posthorn/chassis'
import {
  fail,
  failField,
  type file,
  fileBytesMax,
  fileName,
  mediaBytesMax,
  type messaging,
  newId,
} from '@posthorn/contracts'
import { fetchFile, type Spooled, spool } from '@posthorn/http'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import { File, type FileRow } from '../entities/chat.ts'
import { keepFile, type NewFile, orphanBlob, recordBlob, refuseSharedFile } from './files.sql.ts'
import { isClaimTrue, mediaTypeOf, sampleOf } from './media-type.ts'

function presentFile(row: FileRow): z.output<typeof file> {
  const { id, filename, mime, size, kind, sha256, createdAt, expiresAt } = row
  const times = { createdAt: isoTime(createdAt) as string, expiresAt: expiresAt ? isoTime(expiresAt) : null }
  return { id, filename, mime, size, kind, sha256, ...times }
}

type Create = typeof messaging.files.create
type Input = z.output<Create['input']>

const yearMs = 366 * 86_400_000
/** Shorter than the gateway waits for a slow operation, so that the caller gets the error. */
const fetchTimeoutMs = 40_000
/** Limits a workspace's concurrent fetches in this process, because a slow server can occupy a connection and disk space for each fetch. */
const beginFetch = createOpenCount(10, (most) =>
  fail('rate:in_flight', {
    message: `A workspace may have ${most} files fetched at once; wait until some have ended, or send the bytes.`,
  }),
)

/** Writes the bytes to storage before storing the row, so that every row has its bytes. Files of the same type and bytes share them. */
export const create: PreparedVerb<Create, MessagingRuntime, NewFile> = {
  async prepare({ ctx, input, upload }) {
    const expiresAt = expiryOf(input.expiresAt, ctx.config.FILES_RETENTION_DAYS)
    const { mime, ...rest } = input
    const received = upload ? { spooled: upload, mime } : await bytesOf(ctx, input)
    await using spooled = received.spooled
    const field = upload ? 'file' : input.content ? 'content' : 'url'
    const found = await inspect(spooled, { field, filename: rest.filename ?? nameIn(input.url), mime: received.mime })
    const id = newId('file')
    const place = { workspace: ctx.workspace, name: id }
    await recordBlob(ctx.em, place)
    await ctx.deps.storage.write(place, spooled)
    const { numbers } = ctx.call
    const whose = { workspaceId: ctx.workspace, shared: !numbers, numberIds: [...(numbers ?? [])] }
    return { ...whose, id, ...found, size: spooled.size, sha256: spooled.sha256, expiresAt }
  },
  async run({ ctx, prepared }) {
    return presentFile(await keepFile(ctx, prepared))
  },
}

/** Returns when a file expires: as requested, but within a year, or after this many days, the deployment's default. Null means never. */
export function expiryOf(requestedExpiry: string | undefined, days: number): Date | null {
  const nowMs = Date.now()
  if (requestedExpiry === undefined) return days === 0 ? null : new Date(nowMs + days * 86_400_000)
  const at = new Date(requestedExpiry)
  if (at.getTime() > nowMs && at.getTime() <= nowMs + yearMs) return at
  return failField('expiresAt', 'must be in the future, within a year')
}

/** Returns the bytes of a file that was given in base64 or by URL. The response at a URL states the type if the caller didn't. */
async function bytesOf(
  { runtime, workspace }: { runtime: MessagingRuntime; workspace: string },
  { content, url, mime }: Input,
): Promise<{ spooled: Spooled; mime: string | undefined }> {
  const { config, deps } = runtime
  const options = { folder: config.SPOOL_DIR, bytesMax: fileBytesMax }
  if (content) return { spooled: await spool(once(Buffer.from(content, 'base64')), options), mime }
  const release = beginFetch(workspace)
  try {
    const fetched = await fetchFile(deps.fetcher, url as string, { ...options, timeoutMs: fetchTimeoutMs })
    return { spooled: fetched.spooled, mime: mime ?? fetched.mime }
  } finally {
    release()
  }
}

/** Yields the bytes as a stream of one part, as `spool` takes them. */
async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

type Stated = Pick<Input, 'filename' | 'mime'> & { field: 'file' | 'content' | 'url' }

/**
 * Detects a file's type from its bytes. Refuses one that is empty, too large, of an unsupported type, or not of its stated type. `field`:
 * where the bytes come from, for the error.
 */
async function inspect(spooled: Spooled, { field, filename = 'file', mime }: Stated) {
  if (spooled.size === 0) failField(field, 'must not be empty')
  const sample = await sampleOf(spooled)
  const found = mediaTypeOf(sample, { filename, mime })
  if (!found) fail('file:unsupported_type')
  if (!isClaimTrue(mime, found))
    fail('file:unsupported_type', { message: `The file is ${found.mime}, which differs from the stated type.` })
  const max = mediaBytesMax(found.kind, sample.head)
  if (spooled.size <= max) return { mime: found.mime, kind: found.kind, filename }
  const message = `A file of kind ${found.kind} may have ${max} bytes; this one has ${spooled.size}.`
  return fail('file:too_large', { message })
}

/** Returns the file name at the end of a URL's path, decoded for recipients. Undefined if it is no valid name; never throws. */
function nameIn(url: string | undefined): string | undefined {
  const segment = url === undefined ? '' : (new URL(url).pathname.split('/').at(-1) ?? '')
  const decoded = segment.replace(/(%[\da-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  )
  return fileName.safeParse(decoded).data
}

/** Number of bytes in one response. Small, because the gateway keeps a chunk in memory for each slow reader. */
const partBytes = 256 * 1024

/** Returns one part of a file, and where the next one starts. The row can outlive the bytes, for example after a restore. */
export const download: Verb<typeof messaging.files.download, MessagingRuntime> = async ({ ctx, input }) => {
  const { filename, mime, size, place, workspaceId } =
    (await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found')
  const bytes = await ctx.deps.storage.read(
    { workspace: workspaceId, name: place },
    { start: input.offset, size: partBytes },
  )
  const isCut = bytes?.length === 0 && input.offset < size
  if (!bytes || isCut) return fail('file:not_found', { message: 'The bytes of this file no longer exist.' })
  const end = input.offset + bytes.length
  return { filename, mime, size, content: bytes.toString('base64'), next: end < size ? end : null }
}

export const get: Verb<typeof messaging.files.get, MessagingRuntime> = async ({ ctx, input }) =>
  presentFile((await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found'))

export const list: Verb<typeof messaging.files.list, MessagingRuntime> = async ({ ctx, input }) => {
  const page = await listPage<FileRow>(ctx, input, {
    entity: File,
    list: 'files',
    order: { column: 'id', direction: 'desc' },
    where: input.kind ? { kind: { $in: input.kind } } : {},
    ids: 'file',
  })
  return { items: page.rows.map(presentFile), next: page.next }
}

/** Deletes a file. Its bytes are deleted after the commit, unless another file shares them. */
export const remove: Verb<typeof messaging.files.remove, MessagingRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(File, { id: input.id })) ?? fail('file:not_found')
  refuseSharedFile(ctx.call, row)
  await ctx.em.remove(row).flush()
  await orphanBlob(ctx, { workspace: row.workspaceId, name: row.place })
  return { id: row.id, deleted: true }
}

export const update: Verb<typeof messaging.files.update, MessagingRuntime> = async ({ ctx, input }) => {
  const { id, filename, expiresAt } = input
  const row = (await ctx.em.findOne(File, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? fail('file:not_found')
  refuseSharedFile(ctx.call, row)
  if (filename !== undefined) row.filename = filename
  if (expiresAt !== undefined) row.expiresAt = expiryOf(expiresAt, ctx.config.FILES_RETENTION_DAYS)
  await ctx.em.flush()
  return presentFile(row)
}
