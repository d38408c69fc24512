import { inTransaction, type Worker } from '@posthorn/chassis'
import { presentChat } from '../chats/present.ts'
import { recordChanges } from '../chats/record-changes.ts'
import { endSnoozes } from '../chats/wake.sql.ts'
import type { MessagingRuntime } from '../config.ts'

const pollMs = 5_000
const stepMax = 200

/** Ends the snoozes of chats whose time has come, and announces each. */
export const wake: Worker<MessagingRuntime> = {
  name: 'wake',
  pollMs,
  run: (runtime) =>
    inTransaction(runtime, async (tx) => {
      const chats = await endSnoozes(tx.em, stepMax)
      const change = 'woken' as const
      for (const chat of chats) {
        const data = { ...presentChat(chat), change, ...(chat.snoozedBy && { snoozedBy: chat.snoozedBy }) }
        const aggregate = { id: chat.id, version: chat.version }
        tx.emit({ kind: 'chat:updated', workspace: chat.workspaceId, data, aggregate })
      }
      recordChanges(
        tx.em,
        chats.map((chat) => ({ chat, change })),
      )
      return { worked: chats.length }
    }),
}
