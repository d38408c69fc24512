import { createHash, randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An uploaded file as its record keeps it. */
export type MediaRecord = {
  id: string
  phoneNumberId: string
  mime: string
  sha256: string
  size: number
  deleted?: true
}

/** Uploaded media: bytes and a record for each, in a folder; survives `kill -9`. */
export type MediaFiles = {
  add(file: { phoneNumberId: string; mime: string; bytes: Buffer }): MediaRecord
  get(id: string): MediaRecord | undefined
  bytes(record: MediaRecord): Buffer
  remove(record: MediaRecord): void
}

/** Opens the folder; it is made with the first file. */
export function openMediaFiles(folder: string): MediaFiles {
  const recordPath = (id: string) => join(folder, `${id}.json`)
  const save = (record: MediaRecord) => writeFileSync(recordPath(record.id), JSON.stringify(record))
  return {
    add({ phoneNumberId, mime, bytes }) {
      mkdirSync(folder, { recursive: true })
      const id = `${Date.now()}${randomInt(100, 1000)}`
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const record = { id, phoneNumberId, mime, sha256, size: bytes.length }
      writeFileSync(join(folder, id), bytes)
      save(record)
      return record
    },
    get(id) {
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
