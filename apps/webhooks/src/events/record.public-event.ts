import { on } from '@posthorn/chassis'
import { type BusEvent, publicKinds } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { deliveryIdOf } from '../delivery/delivery-id.ts'
import { wakeName } from '../eventlog/waiters.ts'
import { payloadOf } from './payload.ts'
import { type Allotted, allotSequences, insertEvents, type RecordedEvent } from './record.sql.ts'
import { isAddressedTo } from './subscription.ts'

/** Every public event gets its number in the workspace's log, its final bytes, and a delivery to each endpoint that wants it. */
export const recordPublicEvents = on<(typeof publicKinds)[number], WebhooksRuntime>(
  publicKinds,
  async ({ tx, events }) => {
    const counts = new Map<string, number>()
    for (const { workspace } of events) counts.set(workspace, (counts.get(workspace) ?? 0) + 1)
    const allotted = await allotSequences(tx.em, counts)
    const recorded = number(events, allotted)
    const deliveries = recorded.flatMap((entry) =>
      (allotted.get(entry.event.workspace)?.endpoints ?? [])
        .filter((endpoint) => isAddressedTo(entry.event, endpoint))
        .map((endpoint) => ({ entry, endpoint, id: deliveryIdOf(entry.event.id, endpoint.id) })),
    )
    await insertEvents(tx.em, recorded, deliveries)
    if (deliveries.length > 0) tx.wake('deliver')
    for (const workspace of counts.keys()) tx.wake(wakeName(workspace))
  },
)

/** Numbers without gaps per workspace, in the order of the bus. */
function number(events: BusEvent[], allotted: Map<string, Allotted>): RecordedEvent[] {
  const next = new Map([...allotted].map(([workspace, { first }]) => [workspace, first]))
  return events.map((event) => {
    const sequence = next.get(event.workspace) ?? 0
    next.set(event.workspace, sequence + 1)
    return { event, sequence, payload: payloadOf(event, sequence) }
  })
}
