import { runLeased, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { fetchReceived } from '../files/fetch-received.ts'
import { dueOrphans, endOrphan, removeExpired } from '../files/files.sql.ts'
import { mediaQueue } from '../files/received-media.sql.ts'

const pollMs = 60_000
const batchSizeMax = 50
const downloadsMax = 4

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

/** Downloads received media, which the provider keeps for only 7 days. If that fails, the message shows the reason. */
export const media: Worker<MessagingRuntime> = {
  name: 'media',
  pollMs: 5_000,
  outward: true,
  run: (runtime) =>
    runLeased(runtime.db.em(), mediaQueue, { limit: downloadsMax, work: (job) => fetchReceived(runtime, job) }),
}
