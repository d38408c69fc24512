import { on, type Tx } from '@posthorn/chassis'
import { type BusEvent, publicKinds } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { deliveryIdOf } from '../delivery/delivery-id.ts'
import { wakeName } from '../eventlog/waiters.ts'
import { payloadOf } from './payload.ts'
import { addressees, allotSequences, insertDeliveries, insertEvents, type RecordedEvent } from './record.sql.ts'
import { isAddressedTo } from './subscription.ts'

/** Every public event gets its number in the workspace's log, its final bytes, and a delivery to each endpoint that wants it. */
export const recordPublicEvents = on<(typeof publicKinds)[number], WebhooksRuntime>(
  publicKinds,
  async ({ tx, events }) => {
    const recorded = await number(tx, events)
    await insertEvents(tx.em, recorded)
    const workspaces = [...new Set(events.map((event) => event.workspace))]
    const endpoints = await addressees(tx.em, workspaces)
    const deliveries = recorded.flatMap((entry) =>
      endpoints
        .filter((endpoint) => endpoint.workspaceId === entry.event.workspace && isAddressedTo(entry.event, endpoint))
        .map((endpoint) => ({ entry, endpoint, id: deliveryIdOf(entry.event.id, endpoint.id) })),
    )
    if (deliveries.length > 0) {
      await insertDeliveries(tx.em, deliveries)
      tx.wake('deliver')
    }
    for (const workspace of workspaces) tx.wake(wakeName(workspace))
  },
)

/** Numbers without gaps per workspace, in the order of the bus. */
async function number(tx: Tx, events: BusEvent[]): Promise<RecordedEvent[]> {
  const counts = new Map<string, number>()
  for (const { workspace } of events) counts.set(workspace, (counts.get(workspace) ?? 0) + 1)
  const next = await allotSequences(tx.em, counts)
  return events.map((event) => {
    const sequence = next.get(event.workspace) ?? 0
    next.set(event.workspace, sequence + 1)
    return { event, sequence, payload: payloadOf(event, sequence) }
  })
}
