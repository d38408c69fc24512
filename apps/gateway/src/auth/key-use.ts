import type { Database, Log } from '@posthorn/chassis'
import { writeLastUse } from './key-use.sql.ts'

/** Records the use of keys in the background. */
export type KeyUse = {
  /** Records a use; at most one write a minute for each key. */
  note(keyId: string): void
  /** Waits for the write under way. */
  close(): Promise<void>
}

const noteEveryMs = 60_000
const keysMax = 50_000

/** Writes `last_used_at` at most once a minute per key; a failed write is tried again with the next use. */
export function createKeyUse(opts: { db: Database; log: Log; now?: () => number }): KeyUse {
  const { db, log, now = Date.now } = opts
  const noted = new Map<string, number>()
  let pending = new Map<string, number>()
  let writing: Promise<void> | undefined

  const write = async () => {
    await new Promise(setImmediate)
    while (pending.size > 0) {
      const uses = pending
      pending = new Map()
      try {
        await db.withScope('all', () => writeLastUse(db, uses))
      } catch (err) {
        for (const keyId of uses.keys()) noted.delete(keyId)
        log.warn({ err, keys: uses.size }, 'key_use.write_failed')
      }
    }
    writing = undefined
  }

  return {
    note(keyId) {
      const at = now()
      const last = noted.get(keyId)
      if (last !== undefined && at - last < noteEveryMs) return
      if (noted.size >= keysMax) noted.clear()
      noted.set(keyId, at)
      pending.set(keyId, at)
      writing ??= write()
    },
    close: async () => writing,
  }
}
