import { agesOutHours, type erasure } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ErasureRow } from '../entities/erasure.ts'
import { stages } from './stages.ts'

const hourMs = 3_600_000

/** An erasure as answers show it. */
export function presentErasure(row: ErasureRow): z.output<typeof erasure> {
  const { id, contactId: contact, done, requestedAt, finishedAt } = row
  const begun = stages.findIndex((stage) => stage.some((service) => !done[service]))
  return {
    id,
    contact,
    state: finishedAt ? 'finished' : 'running',
    services: stages.flatMap((stage, i) =>
      stage.map((service) => ({
        service,
        state: done[service] ? ('finished' as const) : i === begun ? ('running' as const) : ('waiting' as const),
        finishedAt: done[service] ?? null,
      })),
    ),
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    agedOutAt: finishedAt ? new Date(finishedAt.getTime() + agesOutHours * hourMs).toISOString() : null,
  }
}
