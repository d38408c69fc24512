import { createHash, randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MediaRecord = {
  id: string
  phoneNumberId: string
  mime: string
  sha256: string
  size: number
  deleted?: true
}

/** Stores uploaded media in a folder, with two files per upload: one for its bytes and one for its record. Survives `kill -9`. */
export type MediaFiles = {
  add(file: { phoneNumberId: string; mime: string; bytes: Buffer }): MediaRecord
  get(id: string): MediaRecord | undefined
  bytes(record: MediaRecord): Buffer
  remove(record: MediaRecord): void
}

const ownerOnly = { mode: 0o600 }
/** Ids have 15 digits, as many as the provider's. They are random, because files that arrive at the same time must not get the same. */
const idMin = 10 ** 14

/** Opens the folder. Only its owner can read its files. It is created when the first file is stored. */
export function openMediaFiles(folder: string): MediaFiles {
  const recordPath = (id: string) => join(folder, `${id}.json`)
  const save = (record: MediaRecord) => {
    const path = recordPath(record.id)
    writeFileSync(`${path}.new`, JSON.stringify(record), ownerOnly)
    renameSync(`${path}.new`, path)
  }
  restrictFiles(folder)
  return {
    add({ phoneNumberId, mime, bytes }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const id = String(randomInt(idMin, 3 * idMin))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const record = { id, phoneNumberId, mime, sha256, size: bytes.length }
      writeFileSync(join(folder, id), bytes, ownerOnly)
      save(record)
      return record
    },
    get(id) {
      // Ids come from URLs and become file names.
      if (!/^\d+$/.test(id)) return undefined
      try {
        const record = JSON.parse(readFileSync(recordPath(id), 'utf8')) as MediaRecord
        return record.deleted ? undefined : record
      } catch {
        return undefined
      }
    },
    bytes: ({ id }) => readFileSync(join(folder, id)),
    remove: (record) => save({ ...record, deleted: true }),
  }
}

/** Makes existing files accessible only to their owner: the mode of a write applies only to new files. */
function restrictFiles(folder: string): void {
  try {
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), ownerOnly.mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
