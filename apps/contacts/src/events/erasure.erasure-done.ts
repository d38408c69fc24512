import { LockMode } from '@mikro-orm/core'
import { forWorkspace, on } from '@posthorn/chassis'
import type { ContactsRuntime } from '../config.ts'
import { Erasure } from '../entities/erasure.ts'
import { request, stages } from '../erasures/stages.ts'

/** A service is through: when all of its stage are, the next is asked; after the last nothing names the person any more. */
export const erasureFromDone = on<'erasure:done', ContactsRuntime>('erasure:done', async ({ tx, events }) => {
  for (const { workspace, data, occurredAt } of events) {
    const em = forWorkspace(tx.em, workspace)
    const row = await em.findOne(Erasure, { id: data.erasure }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!row || row.done[data.service]) continue
    row.done = { ...row.done, [data.service]: occurredAt }
    const at = stages.findIndex((stage) => stage.includes(data.service))
    const isThrough = stages[at]?.every((service) => row.done[service])
    if (isThrough && at === stages.length - 1) Object.assign(row, { sealed: null, finishedAt: new Date() })
    else if (isThrough) request(tx, row, at + 1)
    await em.flush()
  }
})
