import { runLeased, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { fetchReceived } from '../files/fetch-received.ts'
import { mediaQueue } from '../files/received-media.sql.ts'

const pollMs = 5_000
const batchSizeMax = 4

/** Downloads received media, which the provider keeps for 7 days only. If that fails, the message says why. */
export const media: Worker<MessagingRuntime> = {
  name: 'media',
  pollMs,
  outward: true,
  run: (runtime) =>
    runLeased(runtime.db.em(), mediaQueue, { limit: batchSizeMax, work: (job) => fetchReceived(runtime, job) }),
}
