import { on } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { amend, inOrder, lockReported, rememberReported } from '../messages/amend.ts'
import { planEcho, storeEcho, withCustomers } from '../messages/echo.ts'
import { blockedAmong } from '../messages/incoming.sql.ts'
import { isMute, markBlocked, planIncoming, storeIncoming, withRecipients } from '../messages/incoming.ts'

/**
 * Stores what the business did in the provider's own app. Messages become outgoing messages, once for each provider id; reactions, edits and
 * deletions amend their targets.
 */
export const messageFromEcho = on<'provider:echo', MessagingRuntime>('provider:echo', async ({ tx, events }) => {
  const planned = events.map(planEcho)
  const fresh = await rememberReported(tx, planned)
  const taken = await withCustomers(
    tx,
    planned.filter(({ row }) => fresh.has(row.id)),
  )
  await lockReported(tx, taken)
  for (const each of inOrder(taken)) {
    if (await amend(tx, each)) continue
    await storeEcho(tx, each, { awaited: fresh.get(each.row.id) === true })
  }
})

/** Stores incoming messages, once for each provider id, however often the provider repeats a callback. */
export const messageFromProvider = on<'provider:message', MessagingRuntime>(
  'provider:message',
  async ({ tx, events }) => {
    const planned = await planIncoming(tx.em, events)
    // The two queries are independent, so they share a round trip.
    const [blocked, fresh] = await Promise.all([blockedAmong(tx.em, events), rememberReported(tx, planned)])
    const news = planned.filter(({ row }) => fresh.has(row.id)).map((each) => markBlocked(each, blocked))
    const taken = (await withRecipients(tx, news)).filter(({ event }) => !isMute(event))
    await lockReported(tx, taken)
    for (const each of inOrder(taken)) {
      if (await amend(tx, each)) continue
      await storeIncoming(tx, each, { awaited: fresh.get(each.row.id) === true })
    }
  },
)
