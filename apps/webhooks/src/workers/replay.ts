import { inTransaction, type Round, type Tx, type Worker } from '@posthorn/chassis'
import { idFloor, publicKinds, subscriptionCovers } from '@posthorn/contracts'
import { dialectNameOf, kindsOfNames, type StoredEvent } from '@posthorn/dialect'
import type { WebhooksRuntime } from '../config.ts'
import { deriveDeliveryId } from '../delivery/delivery-id.ts'
import {
  advanceLane,
  findStates,
  finishReplays,
  listEventsAfter,
  lockLanes,
  queueReplayed,
  type ReplayLaneRow,
} from './replay.sql.ts'

const lanesPerRound = 20
/** Events that one step reads at most, however few of them match. */
const eventsPerStep = 500

/** States that count as failed: given up, expired while parked, or canceled with a former url. */
const failedStates = new Set(['exhausted', 'expired', 'canceled'])

/** Feeds replays to their endpoints, as far as there is capacity; the checkpoint moves in the same transaction. */
export const replay: Worker<WebhooksRuntime> = { name: 'replay', pollMs: 2_000, run: runRound }

function runRound(runtime: WebhooksRuntime): Promise<Round> {
  return inTransaction(runtime, async (tx) => {
    const lanes = await lockLanes(tx.em, lanesPerRound)
    for (const lane of lanes) await feed(tx, lane)
    if (lanes.length > 0) tx.wake('deliver')
    await finishReplays(tx.em)
    return { worked: lanes.length }
  })
}

async function feed({ em }: Tx, lane: ReplayLaneRow): Promise<void> {
  const before = idFloor('evt', lane.toAt.getTime())
  const read = await listEventsAfter(em, lane, { kinds: listKinds(lane), before, limit: eventsPerStep })
  const matching = read
    .filter(({ matches, payload }) => matches && isRendered(lane, payload))
    .map((event) => ({ ...event, delivery: deriveDeliveryId(event.id, lane.endpointId) }))
  const failed = lane.onlyFailed ? await filterFailed(em, lane, matching) : matching
  const selected = failed.slice(0, lane.places)
  const queued = selected.length > 0 ? await queueReplayed(em, lane, selected) : 0
  const rest = failed.length > selected.length
  const last = rest ? selected.at(-1) : read.at(-1)
  const done = !rest && read.length < eventsPerStep
  await advanceLane(em, lane, { checkpoint: last?.id ?? lane.checkpoint, queued, done })
}

async function filterFailed<E extends { delivery: string }>(
  em: Tx['em'],
  lane: ReplayLaneRow,
  events: E[],
): Promise<E[]> {
  const states = await findStates(
    em,
    lane.workspaceId,
    events.map(({ delivery }) => delivery),
  )
  return events.filter(({ delivery }) => failedStates.has(states.get(delivery) ?? ''))
}

/** Returns true for an event that the form of the webhook shows. */
function isRendered({ format, kinds }: ReplayLaneRow, payload: string | null): boolean {
  return (
    format !== 'dialect' || payload === null || dialectNameOf(JSON.parse(payload) as StoredEvent, kinds) !== undefined
  )
}

/** Lists the kinds of both the webhook and the replay. */
function listKinds({ kinds: names, events, format }: ReplayLaneRow): string[] {
  const kinds = format === 'dialect' ? kindsOfNames(names) : names
  const isCovered = (names: string[], kind: string) => names.some((name) => subscriptionCovers(name, kind))
  return publicKinds.filter((kind) => isCovered(kinds, kind) && (events === null || isCovered(events, kind)))
}
