import { type Closing, faultPoint, on } from '@posthorn/chassis'
import { type BusEvent, publicKinds } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { type ClaimedJob, leaseMs } from '../delivery/claim.sql.ts'
import { deliveryIdOf } from '../delivery/delivery-id.ts'
import { wakeName } from '../eventlog/waiters.ts'
import { payloadOf } from './payload.ts'
import {
  type Allotted,
  allotSequences,
  type LeasedDelivery,
  type LeasedNow,
  type NewDelivery,
  type RecordedEvent,
  storing,
} from './record.sql.ts'
import { isAddressedTo } from './subscription.ts'

/**
 * Every public event gets its number in the workspace's log, its final bytes, and a delivery to each endpoint that wants it. Where an
 * endpoint has room its deliveries are attempted at once, from memory; the claim takes what is left.
 */
export const recordPublicEvents = on<(typeof publicKinds)[number], WebhooksRuntime>(
  publicKinds,
  async ({ tx, runtime, events }) => {
    const counts = new Map<string, number>()
    for (const { workspace } of events) counts.set(workspace, (counts.get(workspace) ?? 0) + 1)
    const lease = runtime.deps.dispatcher.free() > 0 && (await runtime.quarantine.since()) === null
    const { allotted, mayLease } = await allotSequences(tx.em, { counts, lease })
    const recorded = number(events, allotted)
    const deliveries = recorded.flatMap((entry) =>
      (allotted.get(entry.event.workspace)?.endpoints ?? [])
        .filter((endpoint) => isAddressedTo(entry.event, endpoint))
        .map((endpoint) => ({ entry, endpoint, id: deliveryIdOf(entry.event.id, endpoint.id) })),
    )
    tx.close(storedAndBegun(runtime, { recorded, deliveries, mayLease }))
    for (const workspace of counts.keys()) tx.wake(wakeName(workspace))
  },
)

type Recording = { recorded: RecordedEvent[]; deliveries: NewDelivery[]; mayLease: boolean }

/** Stores what was recorded; what was leased with it begins after the commit. */
function storedAndBegun(runtime: WebhooksRuntime, { recorded, deliveries, mayLease }: Recording): Closing<LeasedNow> {
  const { dispatcher } = runtime.deps
  const places = mayLease ? dispatcher.reserve(deliveries.length) : 0
  const leaseEndsMs = performance.now() + leaseMs
  return {
    ...storing(recorded, deliveries, { limit: places, standings: dispatcher.standings() }),
    ended(leased) {
      dispatcher.release(places)
      if (leased === null) return
      if (leased.length > 0) faultPoint('jobs.claimed', runtime.name)
      const byId = new Map(deliveries.map((delivery) => [delivery.id as string, delivery]))
      for (const { clockMs, ...row } of leased) {
        dispatcher.clock.set(clockMs)
        const delivery = byId.get(row.deliveryId)
        if (delivery) dispatcher.start(jobOf(delivery, row), leaseEndsMs)
      }
      if (deliveries.filter(({ endpoint }) => endpoint.active).length > leased.length) runtime.wake('deliver')
    },
  }
}

/** A delivery of which no attempt was made. */
function jobOf({ entry, endpoint }: NewDelivery, leased: LeasedDelivery): ClaimedJob {
  const { event, payload } = entry
  return {
    ...leased,
    workspaceId: event.workspace,
    endpointId: endpoint.id,
    webhookId: endpoint.webhookId,
    eventId: event.id,
    kind: event.event,
    attempt: 0,
    number: 0,
    payload,
    traceparent: event.traceparent ?? null,
    replay: false,
    expired: false,
  }
}

/** Numbers without gaps per workspace, in the order of the bus. */
function number(events: BusEvent[], allotted: Map<string, Allotted>): RecordedEvent[] {
  const next = new Map([...allotted].map(([workspace, { first }]) => [workspace, first]))
  return events.map((event) => {
    const sequence = next.get(event.workspace) ?? 0
    next.set(event.workspace, sequence + 1)
    return { event, sequence, payload: payloadOf(event, sequence) }
  })
}
