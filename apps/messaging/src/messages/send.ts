import type { BatchVerb } from '@posthorn/chassis'
import type { messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { planMessages, storeMessages } from './acceptance.ts'
import { presentMessage } from './present.ts'

/** Calls that share one transaction at most: enough to carry 64 connections, small enough to keep the transaction short. */
const batchSizeMax = 64

/**
 * Accepts messages: chat, message and send job of every call in one transaction. Nothing is sent here; the dispatcher is woken after
 * the commit.
 */
export const send: BatchVerb<typeof messaging.messages.send, MessagingRuntime> = {
  batchSizeMax,
  together: async ({ tx, runtime, calls }) => {
    const planned = await planMessages({ tx, runtime, calls })
    await storeMessages(
      tx,
      planned.flatMap((result) => (result.ok ? [result.value] : [])),
    )
    return planned.map((result) =>
      result.ok ? { ok: true, value: presentMessage(result.value.row, result.value.queue) } : result,
    )
  },
}
