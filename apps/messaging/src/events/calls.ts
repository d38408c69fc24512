import { on } from '@posthorn/chassis'
import { type EventData, identifiersOf } from '@posthorn/contracts'
import { extendWindow } from '../chats/touch.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { compareChats } from '../messages/lock-order.sql.ts'
import { linkPeople } from '../people/link.ts'

type CallEvent = EventData<'provider:call'>

/**
 * Opens a customer's window when they call, whether or not anyone answers, and when they accept a call. Without a chat there is no window to
 * keep, and the provider decides about the first message.
 */
export const windowFromCall = on<'provider:call', MessagingRuntime>('provider:call', async ({ tx, events }) => {
  const opening = events.filter(({ data }) => opensWindow(data) && identifiersOf(data.from).length > 0)
  const recipients = await linkPeople(
    tx,
    opening.map(({ workspace, data, traceparent }) => {
      const evidence = { current: identifiersOf(data.from), previous: [], at: Date.parse(data.timestamp) }
      return { workspace, evidence, traceparent }
    }),
  )
  const chats = opening.map(({ workspace, data }, i) => {
    return { workspaceId: workspace, numberId: data.number, recipient: recipients[i] ?? '', at: callStart(data) }
  })
  for (const chat of chats.toSorted(compareChats)) await extendWindow(tx, chat, chat.at)
})

/** A call that we made opens the window only when it is answered, which its end or the provider's status shows. */
function opensWindow({ direction, event, status, seconds = 0 }: CallEvent): boolean {
  return direction === 'in' || seconds > 0 || status === 'COMPLETED' || event === 'accepted'
}

/** Returns when a call began, because the window counts from then. The end of a call is reported with its duration. */
function callStart({ timestamp, seconds = 0 }: CallEvent): string {
  return new Date(Date.parse(timestamp) - seconds * 1000).toISOString()
}
