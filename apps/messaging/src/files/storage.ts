/** Storage for file contents. Each place is written once. */
export type Storage = {
  /** Writes a file from disk. A failed write may leave part of it, which is never read. */
  write(place: Place, source: { path: string; size: number }): Promise<void>
  /** Reads up to `size` bytes from `start`, or returns null if the place doesn't exist. */
  read(place: Place, range: { start: number; size: number }): Promise<Buffer | null>
  /** Removes the bytes. Missing bytes are not an error. */
  remove(place: Place): Promise<void>
  /** Returns a sentence if it takes no files now, unless the chassis sees that by itself. */
  refusals(): Promise<string[]>
  close(): void
}

/** A workspace and a name within it. Both are our ids, never names from callers. */
export type Place = { workspace: string; name: string }

/** Bytes read at a time. */
const partBytes = 2 * 1024 * 1024

/** Reads a file in parts. Ends early if the file is removed meanwhile. */
export async function* partsOf(storage: Storage, place: Place, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; ) {
    const part = await storage.read(place, { start, size: partBytes })
    if (!part || part.length === 0) throw new Error('the bytes of the file are gone')
    start += part.length
    yield part
  }
}
