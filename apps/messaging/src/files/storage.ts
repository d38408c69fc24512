import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flush } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'

/** Storage for file contents. Each key is written only once. */
export type Storage = {
  /** Writes a file from disk. A failed write may leave a partial file, which is never read. */
  write(place: BlobKey, source: { path: string; size: number }): Promise<void>
  /** Reads up to `size` bytes from `start`, or returns null if the key doesn't exist. */
  read(place: BlobKey, range: { start: number; size: number }): Promise<Buffer | null>
  /** Removes the bytes. Missing bytes are not an error. */
  remove(place: BlobKey): Promise<void>
  /** Returns the reasons why it can't accept files now, except those that the chassis detects itself. */
  refusals(): Promise<string[]>
  close(): void
}

/** A workspace and a name within it. Both are our own ids, never names chosen by callers. */
export type BlobKey = { workspace: string; name: string }

const partBytes = 2 * 1024 * 1024

/** Yields the bytes of a file in parts, so that a large file doesn't fill the memory. Throws `file:not_found` if the file is removed in the meantime. */
export async function* partsOf(storage: Storage, place: BlobKey, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; ) {
    const part = await storage.read(place, { start, size: partBytes })
    if (!part || part.length === 0) fail('file:not_found')
    start += part.length
    yield part
  }
}

/** Stores files in a folder. Creates the folder on the first write. */
export function folderStorage(folder: string): Storage {
  const pathOf = ({ workspace, name }: BlobKey) => join(folder, workspace, name)
  return {
    async write(place, { path: source }) {
      const path = pathOf(place)
      const own = join(folder, place.workspace)
      const made = await mkdir(own, { recursive: true })
      const unfinished = `${path}.part`
      await copyFile(source, unfinished)
      await flush(unfinished)
      await rename(unfinished, path)
      // From here on, the file must survive a power failure, which would lose a directory entry that wasn't flushed.
      await flush(own)
      if (made !== undefined) await flush(folder)
    },
    async read(place, { start, size }) {
      const file = await open(pathOf(place)).catch(absent)
      if (!file) return null
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async remove(place) {
      const path = pathOf(place)
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })])
    },
    refusals: async () => [],
    close() {},
  }
}

/** Returns null if the error means that the file doesn't exist. Throws any other error. */
function absent(err: NodeJS.ErrnoException): null {
  if (err.code === 'ENOENT') return null
  throw err
}
