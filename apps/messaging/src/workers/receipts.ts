import { runLeased, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { receiptQueue } from '../messages/receipt-jobs.sql.ts'
import { sendReceipt } from '../messages/send-receipt.ts'

const pollMs = 5_000
const batchSizeMax = 20

/**
 * Reports to the provider which incoming messages were read, and that an answer is being written. A receipt may be repeated without harm, so
 * a lost answer is simply tried again; typing is shown by the first try only, as later it would be wrong.
 */
export const receipts: Worker<MessagingRuntime> = {
  name: 'receipts',
  pollMs,
  outward: true,
  run: (runtime) =>
    runLeased(runtime.db.em(), receiptQueue, { limit: batchSizeMax, work: (job) => sendReceipt(runtime, job) }),
}
