import type { Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { dueOrphans, endOrphan, removeExpired } from '../files/expired-files.sql.ts'

const pollMs = 60_000
const batchSizeMax = 50

/** Removes expired files that no waiting message needs, and bytes that no file uses. */
export const files: Worker<MessagingRuntime> = {
  name: 'files',
  pollMs,
  run: async ({ db, deps }) => {
    const expired = await removeExpired(db.em(), batchSizeMax)
    const places = await dueOrphans(db.em(), batchSizeMax)
    for (const place of places) {
      if (!place.isNamed) await deps.storage.remove(place)
      await endOrphan(db.em(), place)
    }
    return { worked: expired + places.length }
  },
}
