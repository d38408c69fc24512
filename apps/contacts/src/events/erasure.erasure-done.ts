import { LockMode } from '@mikro-orm/core'
import { forWorkspace, on, type PersonNames } from '@posthorn/chassis'
import { erasureNamesPurpose } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Erasure, type ErasureRow } from '../entities/erasure.ts'
import { phases, request } from '../erasures/erasures.ts'

/** Records that a service has finished. After its phase, the next is requested; after the last, nothing names the person anymore. */
export const erasureFromDone = on<'erasure:done', ContactsRuntime>('erasure:done', async ({ tx, runtime, events }) => {
  for (const { workspace, data, occurredAt } of events) {
    const em = forWorkspace(tx.em, workspace)
    const row = await em.findOne(Erasure, { id: data.erasure }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!row || row.done[data.service]) continue
    row.done = { ...row.done, [data.service]: occurredAt }
    if (data.sealed && row.sealed) row.sealed = withIdsOf(runtime, row.id, [row.sealed, data.sealed])
    const at = phases.findIndex((phase) => phase.includes(data.service))
    const isFinished = phases[at]?.every((service) => row.done[service])
    if (isFinished && at === phases.length - 1) finish(row)
    else if (isFinished) request(tx, row, at + 1)
    await em.flush()
  }
})

/** Combines the names of two reports: the second service found more ids of the person, which later services search for. */
function withIdsOf({ vault }: ContactsRuntime, erasure: string, sealed: [string, string]): string {
  const [names, more] = sealed.map((each) => JSON.parse(vault.open(each, erasureNamesPurpose(erasure))) as PersonNames)
  const ids = [...new Set([...(names?.ids ?? []), ...(more?.ids ?? [])])]
  return vault.seal(JSON.stringify({ ...names, ids }), erasureNamesPurpose(erasure))
}

/** Ends an erasure: nothing names the person anymore. */
function finish(row: ErasureRow): void {
  Object.assign(row, { sealed: null, completedAt: new Date() })
}
