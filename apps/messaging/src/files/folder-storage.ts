import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flush } from '@posthorn/chassis'
import type { Place, Storage } from './storage.ts'

/** Stores files in a folder, which is created on the first write. */
export function folderStorage(folder: string): Storage {
  const pathOf = ({ workspace, name }: Place) => join(folder, workspace, name)
  return {
    async write(place, { path: source }) {
      const path = pathOf(place)
      const own = join(folder, place.workspace)
      const made = await mkdir(own, { recursive: true })
      const unfinished = `${path}.part`
      await copyFile(source, unfinished)
      await flush(unfinished)
      await rename(unfinished, path)
      // The file is promised from here on, and a power cut would take a name that is not on disk.
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

function absent(err: NodeJS.ErrnoException): null {
  if (err.code === 'ENOENT') return null
  throw err
}
