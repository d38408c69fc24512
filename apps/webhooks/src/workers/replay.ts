import { createRests, type Round, readPacked, runTogether, type Tx, type Worker } from '@posthorn/chassis'
import { idFloor, idTimeMs, type RecordedData } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { deriveDeliveryId, payloadOf } from '../entities/webhook.ts'
import { formatOf, subscribedKinds } from '../formats/formats.ts'
import {
  advanceEndpoint,
  type DeliveryProgress,
  findProgress,
  finishReplays,
  listEventsAfter,
  lockReplayEndpoints,
  nextDueMs,
  type PastEvent,
  queueReplayed,
  type ReplayEndpointRow,
} from './replay.sql.ts'

const endpointsPerRound = 20
const eventsPerStep = 500

/** Statuses that count as failed: out of attempts, expired while parked, or canceled because its URL was removed. */
const failedStatuses = new Set(['exhausted', 'expired', 'canceled'])

/** Queues replayed events for their endpoints, limited by capacity and speed. The checkpoint moves in the same transaction. */
export const replay: Worker<WebhooksRuntime> = { name: 'replay', pollMs: 2_000, run: runRound }

/**
 * Feeds up to `endpointsPerRound` endpoints of running replays, and finishes replays with nothing left to queue. The next round is due at once
 * after work, otherwise when a paced event is.
 */
async function runRound(runtime: WebhooksRuntime): Promise<Round> {
  const { worked } = await runTogether(runtime, openEndpoints, {
    limit: endpointsPerRound,
    async work(tx, endpoints) {
      for (const endpoint of endpoints) await feed(tx, endpoint)
      if (endpoints.length > 0) tx.wake('deliver')
      await finishReplays(tx.em)
    },
  })
  const nextInMs = await nextDueMs(runtime.db.em())
  return { worked, ...(nextInMs === null ? {} : { nextInMs: Math.ceil(nextInMs) }) }
}

const rests = createRests<ReplayEndpointRow>(({ replayId }) => replayId)
const openEndpoints = {
  take: (em: Tx['em'], limit: number) => lockReplayEndpoints(em, limit, rests.resting()),
  rest: rests.rest,
}

/** Queues an endpoint's next events, as far as capacity and speed allow, and stores how far it got. */
async function feed({ em, log }: Tx, endpoint: ReplayEndpointRow): Promise<void> {
  const beyond = idFloor('evt', endpoint.toAt.getTime())
  const { shows } = formatOf(endpoint.format)
  const kinds = subscribedKinds(endpoint, endpoint.chosen ?? undefined)
  const range = { kinds, withEntry: shows !== undefined, beyond, limit: eventsPerStep }
  const read = await listEventsAfter(em, endpoint, range)
  const matching = read
    .filter((event) => event.matches && isShown(log, endpoint, event))
    .map((event) => ({ ...event, delivery: deriveDeliveryId(event.id, endpoint.endpointId) }))
  const wanted = endpoint.onlyFailed ? await filterFailed(em, endpoint, matching) : matching
  const pace = paceOf(endpoint, wanted[0]?.id)
  const selected = wanted.filter(({ id }) => dueMsOf(pace, id) <= endpoint.nowMs).slice(0, endpoint.places)
  const queued = selected.length > 0 ? await queueReplayed(em, endpoint, selected) : []
  const next = wanted[selected.length]
  // Events before the next one don't need to be read again.
  const last = next === undefined ? read.at(-1) : read[read.findIndex(({ id }) => id === next.id) - 1]
  const done = next === undefined && read.length < eventsPerStep
  const dueMs = next === undefined || pace === null ? null : dueMsOf(pace, next.id)
  const checkpoint = last?.id ?? endpoint.checkpoint
  await advanceEndpoint(em, endpoint, { checkpoint, queued, done, pace: pacedFrom(pace, selected.at(-1)?.id), dueMs })
}

type Pace = { fromMs: number; atMs: number; speed: number } | null

/** Returns the event time and due time from which a speed computes when other events are due; null if all are due immediately, or there are none yet. */
function paceOf({ speed, pacedFromMs, pacedAtMs, nowMs }: ReplayEndpointRow, firstEventId: string | undefined): Pace {
  if (speed === null) return null
  if (pacedFromMs !== null && pacedAtMs !== null) return { fromMs: pacedFromMs, atMs: pacedAtMs, speed }
  return firstEventId === undefined ? null : { fromMs: idTimeMs(firstEventId), atMs: nowMs, speed }
}

/** Returns when an event is due, according to the database's clock. */
function dueMsOf(pace: Pace, eventId: string): number {
  return pace === null ? 0 : pace.atMs + (idTimeMs(eventId) - pace.fromMs) / pace.speed
}

/** Measures the pace from the last queued event, which was due by now: a stored time in the future then shows that a clock went back. */
function pacedFrom(pace: Pace, lastId: string | undefined): Pace {
  return pace && lastId ? { ...pace, fromMs: idTimeMs(lastId), atMs: dueMsOf(pace, lastId) } : pace
}

/** Keeps the events whose delivery to the endpoint failed, for a replay that is limited to those. */
async function filterFailed<E extends { delivery: string }>(
  em: Tx['em'],
  endpoint: ReplayEndpointRow,
  events: E[],
): Promise<E[]> {
  const ids = events.map(({ delivery }) => delivery)
  const progress = await findProgress(em, endpoint.workspaceId, ids)
  return events.filter(({ delivery }) => hasFailed(progress.get(delivery), endpoint.withWaiting))
}

/** Whether a delivery failed for good. With `withWaiting`, a delivery that waits for a retry counts as failed, too. */
function hasFailed(progress: DeliveryProgress | undefined, withWaiting: boolean): boolean {
  if (progress === undefined) return false
  return failedStatuses.has(progress.status) || (withWaiting && progress.status === 'waiting' && progress.attempts > 0)
}

/** Whether the webhook's format shows an event. Only formats that look at the data get an entry, and they show none that can't be read. */
function isShown(log: Tx['log'], { format, events }: ReplayEndpointRow, { id, entry }: PastEvent): boolean {
  if (entry === null) return true
  const { shows } = formatOf(format)
  const read = (text: string) => shows?.(JSON.parse(payloadOf(text)) as RecordedData, events) !== false
  return readPacked(log, { id, packed: entry }, read) ?? false
}
