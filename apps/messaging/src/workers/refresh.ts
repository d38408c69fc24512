import { inTransaction, type Worker } from '@posthorn/chassis'
import { refreshQueue } from '../chats/refresh.sql.ts'
import { refreshChats } from '../chats/refresh.ts'
import type { MessagingRuntime } from '../config.ts'

/** Updates copies of labels and members on chats that were too many for the change itself. */
export const refresh: Worker<MessagingRuntime> = {
  name: 'refresh',
  pollMs: 10_000,
  run: (runtime) =>
    inTransaction(runtime, async (tx) => {
      const [next] = await refreshQueue.take(tx.em, 1)
      if (next) await refreshChats(tx, next)
      return { worked: next ? 1 : 0 }
    }),
}
