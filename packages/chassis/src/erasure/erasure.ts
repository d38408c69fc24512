import type { EventData } from '@posthorn/contracts'
import { erasedPersonPurpose } from '@posthorn/contracts'
import { on, type Subscriber } from '../bus/inbox.ts'
import { forWorkspace } from '../db/database.ts'
import { isUnavailable } from '../faults.ts'
import type { Runtime } from '../runtime.ts'
import { inTransaction, type Tx } from '../tx.ts'
import type { Round } from '../work/loop.ts'
import { addJob, type ErasureJob, eraseAnnounced, erasureQueue, keepForLate, saveSealed } from './erasure.sql.ts'
import { type Eraser, type Person, type PersonNames, tracesOf } from './person.ts'

const pausesMs = { onItsWay: 1_000, failed: 30_000 }
const pauseMsMin = 20

type ErasingService = EventData<'erasure:done'>['service']

/** Receives requests to erase a person. Only the services named in the event act on it. */
export const erasureRequested: Subscriber = on('erasure:requested', async ({ tx, runtime, events }) => {
  for (const event of events) {
    if (!event.data.services.includes(runtime.name as ErasingService)) continue
    await addJob(tx.em, event)
    tx.wake('erase')
  }
})

/** Creates the loop that erases people one by one. `erasure:done` announces that this service has no more data about a person. */
export function erasureRound<R extends Runtime>(erase: Eraser<R>): (runtime: R) => Promise<Round> {
  return async (runtime) => {
    const taken: { job: ErasureJob | undefined } = { job: undefined }
    try {
      const worked = await inTransaction(runtime, async (tx) => {
        const [job] = await erasureQueue.take(tx.em, 1)
        taken.job = job
        if (job) await eraseOne({ tx, runtime, erase, job })
        return job ? 1 : 0
      })
      const dueInMs = worked > 0 ? null : await erasureQueue.nextInMs(runtime.db.em())
      return { worked, ...(dueInMs !== null && { nextInMs: Math.max(dueInMs, pauseMsMin) }) }
    } catch (err) {
      if (taken.job && !isUnavailable(err)) await erasureQueue.postpone(runtime.db.em(), taken.job, pausesMs.failed)
      throw err
    }
  }
}

type One<R extends Runtime> = { tx: Tx; runtime: R; erase: Eraser<R>; job: ErasureJob }

async function eraseOne<R extends Runtime>({ tx, runtime, erase, job }: One<R>): Promise<void> {
  const { workspaceId: workspace, id: erasure, contactId: contact } = job
  const names = JSON.parse(runtime.vault.open(job.sealed, erasedPersonPurpose(erasure))) as PersonNames
  const person: Person = { ...names, workspace, erasure, contact, requestedAt: new Date(job.requestedAt) }
  forWorkspace(tx.em, workspace)
  const { done, ids = [], late = false } = await erase({ tx, runtime, person })
  const sealed = withIds(runtime, { erasure, names, ids })
  await tx.em.flush()
  const clean = await eraseAnnounced(tx.em, workspace, [...tracesOf(person), ...ids])
  if (!done || !clean) {
    if (sealed !== null) await saveSealed(tx.em, job, sealed)
    return erasureQueue.postpone(tx.em, job, pausesMs.onItsWay)
  }
  if (!late || !(await keepForLate(tx.em, job))) await erasureQueue.end(tx.em, job)
  if (job.reported) return
  const data = { erasure, service: runtime.name as ErasingService, ...(sealed !== null && { sealed }) }
  tx.emit({ kind: 'erasure:done', workspace, data, aggregate: { id: erasure, version: 1 } })
}

/**
 * Encrypts the names together with additional ids, which a repeated search of the same tables wouldn't find again. Returns null if there
 * are none.
 */
function withIds(
  { vault }: Runtime,
  { erasure, names, ids }: { erasure: string; names: PersonNames; ids: string[] },
): string | null {
  const all = [...new Set([...(names.ids ?? []), ...ids])]
  return all.length === 0 ? null : vault.seal(JSON.stringify({ ...names, ids: all }), erasedPersonPurpose(erasure))
}
