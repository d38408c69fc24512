import { on } from '@posthorn/chassis'
import { newAddressOf } from '../chats/change-recipient.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { amend, inOrder, lockReported, rememberReported } from '../messages/amend.ts'
import { blockedAmong } from '../messages/incoming.sql.ts'
import { markBlocked, planIncoming, storeIncoming } from '../messages/incoming.ts'

/** Takes incoming messages in: each provider id once, however often and long the provider repeats it. */
export const messageFromProvider = on<'provider:message', MessagingRuntime>(
  'provider:message',
  async ({ tx, events }) => {
    const planned = await planIncoming(tx.em, events)
    // Neither needs the other's answer: one round trip for both.
    const [blocked, fresh] = await Promise.all([blockedAmong(tx.em, events), rememberReported(tx, planned)])
    const taken = planned.filter(({ row }) => fresh.has(row.id)).map((each) => markBlocked(each, blocked))
    const moved = taken.flatMap(({ event, row }) => {
      const next = newAddressOf(event.data)
      return next ? [{ ...row, recipient: next.address }] : []
    })
    await lockReported(tx, taken, moved)
    for (const each of inOrder(taken)) {
      if (await amend(tx, each)) continue
      await storeIncoming(tx, each, { awaited: fresh.get(each.row.id) === true })
    }
  },
)
