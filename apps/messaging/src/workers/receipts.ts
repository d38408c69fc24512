import type { Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { nextReceiptInMs, takeReceiptJobs } from '../messages/receipt-jobs.sql.ts'
import { sendReceipt } from '../messages/send-receipt.ts'

const pollMs = 5_000
const batchSizeMax = 20

/**
 * Tells the provider which incoming messages were read, and that an answer is being written. A receipt may be repeated without harm, so
 * a lost answer is simply tried again; typing is shown by the first try only, as later it would be wrong.
 */
export const receipts: Worker<MessagingRuntime> = {
  name: 'receipts',
  pollMs,
  outward: true,
  run: async (runtime) => {
    const jobs = await takeReceiptJobs(runtime.db.em(), batchSizeMax)
    await Promise.all(jobs.map((job) => sendReceipt(runtime, job)))
    const nextInMs = await nextReceiptInMs(runtime.db.em())
    return { worked: jobs.length, ...(nextInMs === undefined ? {} : { nextInMs }) }
  },
}
