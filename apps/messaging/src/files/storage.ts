import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where bytes of files lie. A place is named by workspace and digest, so that writing twice does no harm. */
export type Storage = {
  write(place: Place, bytes: Buffer): Promise<void>
  /** The bytes, or null when they are not there. */
  read(place: Place): Promise<Buffer | null>
  remove(place: Place): Promise<void>
}

/** A workspace and the SHA-256 of the bytes, hexadecimal. */
export type Place = { workspace: string; sha256: string }

/** Storage in a folder, which is made when it is first written to. */
export function folderStorage(folder: string): Storage {
  const pathOf = ({ workspace, sha256 }: Place) => join(folder, workspace, sha256)
  return {
    async write(place, bytes) {
      const path = pathOf(place)
      await mkdir(join(folder, place.workspace), { recursive: true })
      const unfinished = `${path}.${process.pid}.${performance.now()}`
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, path)
    },
    read: (place) =>
      readFile(pathOf(place)).catch((err: NodeJS.ErrnoException) => {
        if (err.code === 'ENOENT') return null
        throw err
      }),
    remove: (place) => rm(pathOf(place), { force: true }),
  }
}
