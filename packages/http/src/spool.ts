import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fail } from '@posthorn/contracts'

/** Received bytes in a file on disk, for the duration of the call. */
export type Spooled = AsyncDisposable & {
  path: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

export type SpoolOptions = { folder: string; bytesMax: number }

const prefix = 'posthorn-upload-'
const ours = new RegExp(`^${prefix}[0-9a-f-]{36}$`)
/** No call lasts this long, so older files were left by a dead process. */
const abandonedAfterMs = 3_600_000

/**
 * Writes bytes to a file, using little memory regardless of size. Fails with `request:too_large` if there are too many. On failure, leaves
 * no file behind and destroys a stream.
 */
export async function spool(bytes: AsyncIterable<Buffer>, { folder, bytesMax }: SpoolOptions): Promise<Spooled> {
  // A stream may fail before reading starts. Without a listener, the error would end the process. Reading throws it later.
  if (bytes instanceof Readable) bytes.on('error', () => {})
  const path = join(folder, `${prefix}${randomUUID()}`)
  const remove = () => rm(path, { force: true })
  const file = await open(path, 'wx', 0o600).catch((err: unknown) => {
    if (bytes instanceof Readable) bytes.destroy()
    throw err
  })
  try {
    const measured = await collect(bytes, file, bytesMax)
    return { path, ...measured, [Symbol.asyncDispose]: remove }
  } catch (err) {
    await remove()
    throw err
  } finally {
    await file.close()
  }
}

/** Writes bytes to a file while measuring and hashing them. */
async function collect(
  bytes: AsyncIterable<Buffer>,
  file: FileHandle,
  bytesMax: number,
): Promise<Pick<Spooled, 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > bytesMax)
      fail('request:too_large', { message: `The bytes are over the limit of ${bytesMax}; send fewer.` })
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}

/** Creates the folder if needed, and removes files left by dead processes. The folder may be shared with other users. */
export async function openSpool(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !ours.test(entry.name)) continue
    const path = join(folder, entry.name)
    // Another process may be removing the same file, and other users' files aren't ours.
    const left = await stat(path).catch(() => null)
    if (left && Date.now() - left.mtimeMs > abandonedAfterMs) await rm(path, { force: true }).catch(() => {})
  }
}
