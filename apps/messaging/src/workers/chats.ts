import { inTransaction, type Worker } from '@posthorn/chassis'
import { actionQueue } from '../chats/actions.sql.ts'
import { applyActions } from '../chats/apply-actions.ts'
import { refreshQueue } from '../chats/refresh.sql.ts'
import { refreshChats } from '../chats/refresh.ts'
import type { MessagingRuntime } from '../config.ts'

const pollMs = 5_000
const batchSizeMax = 50

/** Applies the chat actions of sent messages. Separate from sending, whose transaction must not wait for chats. */
export const actions: Worker<MessagingRuntime> = {
  name: 'actions',
  pollMs,
  run: (runtime) =>
    inTransaction(runtime, async (tx) => {
      const taken = await actionQueue.take(tx.em, batchSizeMax)
      for (const due of taken.sort((a, b) => (a.chatId < b.chatId ? -1 : 1))) await applyActions(tx, due)
      return { worked: taken.length }
    }),
}

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
