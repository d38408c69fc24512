/** Storage of the bytes of files. Every file has a place of its own, which is written once. */
export type Storage = {
  /** Keeps a file from disk; when it fails there may be half of it, which no one reads. */
  write(place: Place, source: { path: string; size: number }): Promise<void>
  /** At most `size` bytes from `start` on, or null when there is no such place. */
  read(place: Place, range: { start: number; size: number }): Promise<Buffer | null>
  /** Removes the bytes; of what is not there nothing is said. */
  remove(place: Place): Promise<void>
  close(): void
}

/** A workspace and a name within it; both are ids of ours, never what a caller called a file. */
export type Place = { workspace: string; name: string }

/** Bytes that are read at once. */
const partBytes = 2 * 1024 * 1024

/** All bytes of a file, part by part; ends early when they are gone meanwhile. */
export async function* partsOf(storage: Storage, place: Place, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; ) {
    const part = await storage.read(place, { start, size: partBytes })
    if (!part || part.length === 0) throw new Error('the bytes of the file are gone')
    start += part.length
    yield part
  }
}
