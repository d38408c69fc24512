import { type Closing, faultPoint, on } from '@posthorn/chassis'
import { type BusEvent, payloadBytesMax, publicKinds } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { type ClaimedJob, leaseMs } from '../delivery/claim.sql.ts'
import { deriveDeliveryId } from '../entities/webhook.ts'
import { wakeNameOf } from '../eventlog/waiters.ts'
import {
  allocateSequences,
  buildStoreStatement,
  isAddressedTo,
  isAnyActive,
  type LeasedDelivery,
  type LeasedDeliveryRow,
  type NewDelivery,
  type RecordedEvent,
  type SequenceRange,
} from './record.sql.ts'

/**
 * Stores each public event in the workspace's log, with its sequence and final bytes, along with a delivery to each subscribed endpoint. If
 * an endpoint has capacity, its deliveries are attempted immediately, without a claim.
 */
export const recordPublicEvents = on<(typeof publicKinds)[number], WebhooksRuntime>(
  publicKinds,
  async ({ tx, runtime, events }) => {
    const counts = new Map<string, number>()
    for (const { workspace } of events) counts.set(workspace, (counts.get(workspace) ?? 0) + 1)
    // Before sequences are allocated: after a restore, this call first skips those that the lost database may have assigned.
    const isQuarantined = (await runtime.quarantine.since()) !== null
    const mayLease = !isQuarantined && runtime.deps.dispatcher.countFree() > 0
    const ranges = await allocateSequences(tx.em, { counts, shards: mayLease ? runtime.shards.owned() : [] })
    const recorded = numberEvents(events, ranges)
    const deliveries = recorded.flatMap((entry) =>
      (ranges.get(entry.event.workspace)?.endpoints ?? [])
        .filter((endpoint) => isAddressedTo(entry.event, endpoint))
        .map((endpoint) => ({ entry, endpoint, id: deriveDeliveryId(entry.event.id, endpoint.id), mayLease: false })),
    )
    tx.close(closingOf(runtime, { recorded, deliveries }))
    for (const workspace of counts.keys()) tx.wake(wakeNameOf(workspace))
  },
)

/** Reserves slots, and returns the statement that stores all at the transaction's end. `ended` frees them and starts the leased deliveries. */
function closingOf(
  runtime: WebhooksRuntime,
  { recorded, deliveries }: { recorded: RecordedEvent[]; deliveries: NewDelivery[] },
): Closing<LeasedDeliveryRow> {
  const { dispatcher } = runtime.deps
  const leasable = deliveries.filter(({ endpoint }) => endpoint.active && endpoint.mayLease)
  const { granted, release } = dispatcher.reserve(
    leasable.map(({ endpoint, entry }) => ({ endpointId: endpoint.id, workspaceId: entry.event.workspace })),
  )
  for (const [i, delivery] of leasable.entries()) delivery.mayLease = granted[i] === true
  const leaseEndsMs = performance.now() + leaseMs
  return {
    ...buildStoreStatement(recorded, deliveries, dispatcher.computeCapacity().loads),
    ended(leased) {
      release()
      if (leased === null) return
      if (leased.length > 0) faultPoint('jobs.claimed', runtime.name)
      const byId = new Map(deliveries.map((delivery) => [delivery.id as string, delivery]))
      for (const { clockMs, ...row } of leased) {
        dispatcher.clock.set(clockMs)
        const delivery = byId.get(row.deliveryId)
        if (delivery) dispatcher.start(buildJob(delivery, row), leaseEndsMs)
      }
      wakeClaims(runtime, deliveries, leased.length)
    },
  }
}

/** Wakes the loops of deliveries that weren't leased: the claim of their shard, in any process, or the one that resumes parked ones. */
function wakeClaims(runtime: WebhooksRuntime, deliveries: NewDelivery[], leasedCount: number): void {
  const owned = new Set(runtime.shards.owned())
  const active = deliveries.filter(({ endpoint }) => endpoint.active)
  const own = active.filter(({ endpoint }) => owned.has(endpoint.shard))
  if (own.length > leasedCount) runtime.wakeHere('deliver')
  if (active.length > own.length) runtime.shards.wakeOthers('deliver')
  if (active.length < deliveries.length) void resumeActivated(runtime, deliveries)
}

/** Wakes the loop that resumes deliveries if an endpoint became active while its deliveries were being stored as parked. */
async function resumeActivated(runtime: WebhooksRuntime, deliveries: NewDelivery[]): Promise<void> {
  const parked = new Set(deliveries.filter(({ endpoint }) => !endpoint.active).map(({ endpoint }) => endpoint.id))
  try {
    const isActive = await runtime.db.withScope('all', () => isAnyActive(runtime.db.em(), [...parked]))
    if (isActive) runtime.wake('reconcile')
  } catch (err) {
    runtime.log.warn({ err }, 'deliveries.not_resumed')
  }
}

/** Builds the job for a delivery's first attempt. */
function buildJob({ entry, endpoint }: NewDelivery, leased: LeasedDelivery): ClaimedJob {
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
    readEntry: () => ({ payload, callback: event.callback ?? null }),
    format: endpoint.format,
    names: endpoint.events,
    traceparent: event.traceparent ?? null,
    hasMore: false,
    replay: false,
    replayId: null,
    replayBefore: null,
    replayNow: null,
    expired: false,
  }
}

/** Assigns gapless sequences to each workspace's events, in bus order. */
function numberEvents(events: BusEvent[], ranges: Map<string, SequenceRange>): RecordedEvent[] {
  const next = new Map([...ranges].map(([workspace, { first }]) => [workspace, first]))
  return events.map((event) => {
    const sequence = next.get(event.workspace) ?? 0
    next.set(event.workspace, sequence + 1)
    return { event, sequence, payload: buildPayload(event, sequence) }
  })
}

/** Fields up to this size are kept: a receiver needs ids, statuses and times to fetch the rest. */
const shortFieldBytes = 200

/** Builds the envelope sent to receivers. If it is too large, drops long fields of `data`, longest first, and names them in `truncated`. */
export function buildPayload({ id, event, workspace, occurredAt, version, data }: BusEvent, sequence: number): string {
  const head = { id, event, workspace, sequence, occurredAt, version }
  const whole = JSON.stringify({ ...head, data, truncated: null })
  if (Buffer.byteLength(whole) <= payloadBytesMax) return whole
  const remaining = new Map(Object.entries(data as Record<string, unknown>))
  const truncated: string[] = []
  const longest = [...remaining]
    .map(([name, value]) => ({ name, bytes: Buffer.byteLength(JSON.stringify(value) ?? '') }))
    .filter(({ bytes }) => bytes > shortFieldBytes)
    .toSorted((a, b) => b.bytes - a.bytes)
  for (const { name } of longest) {
    remaining.delete(name)
    truncated.push(name)
    const shorter = JSON.stringify({ ...head, data: Object.fromEntries(remaining), truncated })
    if (Buffer.byteLength(shorter) <= payloadBytesMax) return shorter
  }
  return JSON.stringify({ ...head, data: Object.fromEntries(remaining), truncated })
}
