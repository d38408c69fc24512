import { inTransaction, type Tx, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { amend, lockMessage, lockReported } from '../messages/amend.ts'
import { planEcho } from '../messages/echo.ts'
import { blockedAmong } from '../messages/incoming.sql.ts'
import { markBlocked, planIncoming, storeIncoming } from '../messages/incoming.ts'
import {
  type AmendingEvent,
  findDue,
  lockPending,
  type Pending,
  removePending,
  waitOn,
} from '../messages/pending.sql.ts'
import { findByProviderId } from '../messages/rows.sql.ts'

/** Applies amendments whose message has arrived. If a message is overdue, its amendment becomes a separate message. */
export const amendments: Worker<MessagingRuntime> = {
  name: 'amendments',
  pollMs: 5_000,
  run: (runtime) =>
    inTransaction(runtime, async (tx) => {
      const due = await findDue(tx.em)
      if (due) await settle(tx, due)
      return { worked: due ? 1 : 0 }
    }),
}

async function settle(tx: Tx, due: Pending): Promise<void> {
  const { event, numberId, subjectId } = due
  const planned = event.event === 'provider:echo' ? planEcho(event) : (await planIncoming(tx.em, [event]))[0]
  if (!planned) return
  await lockReported(tx, [planned])
  if (!(await lockPending(tx.em, due))) return
  if ((await findByProviderId(tx.em, numberId, subjectId)) !== null) {
    await removePending(tx.em, [due])
    if (await amend(tx, planned)) return
  } else {
    await waitOn(tx.em, due)
    if (event.data.content?.type === 'revoke') return
  }
  await show(tx, event, due.id)
}

/** Turns a customer's amendment into a separate message, once, with the id reserved for it. */
async function show(tx: Tx, event: AmendingEvent, providerId: string): Promise<void> {
  if (event.event === 'provider:echo') return
  const [planned] = await planIncoming(tx.em, [event])
  const id = await findByProviderId(tx.em, event.data.number, providerId)
  if (!planned || id === null || (await lockMessage(tx, event.workspace, id))) return
  const message = markBlocked({ ...planned, row: { ...planned.row, id } }, await blockedAmong(tx.em, [event]))
  await storeIncoming(tx, message, { awaited: false })
}
