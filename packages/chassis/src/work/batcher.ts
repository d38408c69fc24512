import { BatchQueue, type BatchQueueOptions } from './batch-queue.ts'

/** Outcome of an item: its response, which may arrive after the batch ends, or its error. */
export type BatchOutcome<O> = { ok: true; value: O | Promise<O> } | { ok: false; error: unknown }

/** Processes many items at once. Each result is the outcome of the item in the same position. */
export type BatchWork<I, O> = (items: I[]) => Promise<BatchOutcome<O>[]>

type BatcherOptions<I> = Omit<BatchQueueOptions<I>, 'idleWaitMs'>

/**
 * Group commit: items that arrive during a batch share the next one, and each gets its own response (measured: 3–4 times as many messages
 * accepted per second as with individual transactions).
 */
export function createBatcher<I, O>(work: BatchWork<I, O>, opts: BatcherOptions<I>): (item: I) => Promise<O> {
  type Waiting = { item: I; resolve: (value: O | Promise<O>) => void; reject: (error: unknown) => void }

  const run = async (batch: Waiting[]) => {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [i, result] of results.entries()) {
        const place = batch[i]
        if (result.ok) place?.resolve(result.value)
        else place?.reject(result.error)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const { sizeOf = () => 1 } = opts
  const queue = new BatchQueue<Waiting>(run, { ...opts, sizeOf: ({ item }) => sizeOf(item) })
  return (item) =>
    new Promise<O>((resolve, reject) => {
      queue.push({ item, resolve, reject })
    })
}
