import { inTransaction, type Round, type Tx, type Worker } from '@posthorn/chassis'
import { idFloor, publicKinds, subscriptionCovers } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { deliveryIdOf } from '../delivery/delivery-id.ts'
import {
  eventsAfter,
  finishReplays,
  moveLane,
  type OpenLane,
  openLanes,
  queueReplayed,
  statesOf,
} from './replay.sql.ts'

const lanesAtOnce = 20
/** Events that one step looks at: their number is bounded, however few of them fit. */
const lookAtMax = 500

/** What an owner means by failed: given up, ended while parked, or canceled with a former url. */
const failedStates = new Set(['exhausted', 'expired', 'canceled'])

/** Feeds replays to their endpoints, as far as there are places; the place in the log moves in the same transaction. */
export const replay: Worker<WebhooksRuntime> = { name: 'replay', pollMs: 2_000, run: replayRound }

function replayRound(runtime: WebhooksRuntime): Promise<Round> {
  return inTransaction(runtime, async (tx) => {
    const lanes = await openLanes(tx.em, lanesAtOnce)
    for (const lane of lanes) await feed(tx, lane)
    if (lanes.length > 0) tx.wake('deliver')
    await finishReplays(tx.em)
    return { worked: lanes.length }
  })
}

async function feed({ em }: Tx, lane: OpenLane): Promise<void> {
  const before = idFloor('evt', lane.toAt.getTime())
  const looked = await eventsAfter(em, lane, { kinds: kindsOf(lane), before, limit: lookAtMax })
  const fitting = looked
    .filter(({ fits }) => fits)
    .map((event) => ({ ...event, delivery: deliveryIdOf(event.id, lane.endpointId) }))
  const failed = lane.onlyFailed ? await failedAmong(em, lane, fitting) : fitting
  const taken = failed.slice(0, lane.places)
  const queued = taken.length > 0 ? await queueReplayed(em, lane, taken) : 0
  const rest = failed.length > taken.length
  const last = rest ? taken.at(-1) : looked.at(-1)
  const done = !rest && looked.length < lookAtMax
  await moveLane(em, lane, { checkpoint: last?.id ?? lane.checkpoint, queued, done })
}

async function failedAmong<E extends { delivery: string }>(em: Tx['em'], lane: OpenLane, events: E[]): Promise<E[]> {
  const states = await statesOf(
    em,
    lane.workspaceId,
    events.map(({ delivery }) => delivery),
  )
  return events.filter(({ delivery }) => failedStates.has(states.get(delivery) ?? ''))
}

/** The kinds that the webhook wants and the replay asks for. */
function kindsOf({ wanted, events }: OpenLane): string[] {
  const covered = (names: string[], kind: string) => names.some((name) => subscriptionCovers(name, kind))
  return publicKinds.filter((kind) => covered(wanted, kind) && (events === null || covered(events, kind)))
}
