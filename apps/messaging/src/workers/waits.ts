import { inTransaction, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { messageEventData } from '../messages/present.ts'
import { noteAnnounced, unannouncedWaits } from '../messages/queue-view.sql.ts'
import { lockMessages } from '../messages/rows.sql.ts'

/** Jobs checked in a round. Few, so that a long queue costs no more than a short one. */
const jobsPerRound = 100

/** Announces waiting messages and why they wait. Goes through the queue in rounds, because a reason can change without a change of the message. */
export const waits: Worker<MessagingRuntime> = {
  name: 'waits',
  pollMs: 1_000,
  run: async (runtime) => {
    const { deps, db, quarantine } = runtime
    const place = { after: deps.waitsSeen.to, size: jobsPerRound, quarantinedSince: quarantine.known() }
    const found = await unannouncedWaits(db.em(), place)
    deps.waitsSeen.to = found.next
    if (found.waits.length === 0) return { worked: 0 }
    await inTransaction(runtime, async (tx) => {
      const noted = await noteAnnounced(tx.em, found.waits)
      const announced = new Map(found.waits.filter(({ id }) => noted.has(id)).map((wait) => [wait.id, wait]))
      for (const row of await lockMessages(tx.em, [...announced.values()])) {
        const waiting = announced.get(row.id)?.waiting
        if (waiting === undefined) continue
        tx.emit({
          kind: 'message:waiting',
          workspace: row.workspaceId,
          data: { ...messageEventData(row, row), waiting },
          aggregate: { id: row.id, version: row.version },
          traceparent: row.traceparent ?? undefined,
        })
      }
    })
    return { worked: 0 }
  },
}
