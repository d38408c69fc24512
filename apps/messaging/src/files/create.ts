import { createHash } from 'node:crypto'
import type { PreparedVerb } from '@posthorn/chassis'
import { fail, fileBytesMax, type messaging, newId } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MessagingRuntime } from '../config.ts'
import type { Deps } from '../deps.ts'
import { File, type FileRow } from '../entities/file.ts'
import { fetchFile } from './fetch.ts'
import { bytesMaxOf, isClaimTrue, mediaTypeOf } from './media-type.ts'
import { presentFile } from './present.ts'

type Create = typeof messaging.files.create
type Input = z.output<Create['input']>
type Kept = Omit<FileRow, 'workspaceId' | 'id' | 'createdAt'>

/** Keeps a file: its bytes are in the storage before its row is, and the same bytes are one file. */
export const create: PreparedVerb<Create, MessagingRuntime, Kept> = {
  async prepare({ ctx, input }) {
    const { bytes, mime } = await bytesOf(ctx.deps, input)
    const kept = inspect(bytes, { ...input, mime })
    await ctx.deps.storage.write({ workspace: ctx.workspace, sha256: kept.sha256 }, bytes)
    return kept
  },
  async run({ ctx, prepared }) {
    const { em, workspace: workspaceId } = ctx
    const known = await em.findOne(File, { sha256: prepared.sha256 })
    if (known) return presentFile(known)
    const row = em.create(File, { workspaceId, id: newId('file'), ...prepared, createdAt: new Date() })
    await em.persist(row).flush()
    return presentFile(row)
  },
}

async function bytesOf({ fetcher }: Deps, input: Input): Promise<{ bytes: Buffer; mime: string | undefined }> {
  if (input.content !== undefined) return { bytes: Buffer.from(input.content, 'base64'), mime: input.mime }
  const fetched = await fetchFile(fetcher, input.url as string)
  return { bytes: fetched.bytes, mime: input.mime ?? fetched.mime }
}

function inspect(bytes: Buffer, { url, filename, mime }: Pick<Input, 'url' | 'filename' | 'mime'>): Kept {
  if (bytes.length > fileBytesMax) fail('file:too_large')
  const named = filename ?? nameIn(url) ?? 'file'
  const found = mediaTypeOf(bytes, { filename: named, mime })
  if (!found) fail('file:unsupported_type')
  if (!isClaimTrue(mime, found))
    fail('file:unsupported_type', { message: `The file is ${found.mime}, not what it claims to be.` })
  const max = bytesMaxOf[found.kind]
  if (bytes.length > max)
    fail('file:too_large', {
      message: `A file of kind ${found.kind} may have ${max} bytes; this one has ${bytes.length}.`,
    })
  return { ...found, filename: named, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The last segment of an address, as the name a file is shown with. */
function nameIn(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  const segment = new URL(url).pathname.split('/').at(-1) ?? ''
  return segment === '' ? undefined : segment.slice(0, 240)
}
