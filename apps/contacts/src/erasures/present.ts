import { agesOutHours, type erasure } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ErasureRow } from '../entities/erasure.ts'
import { phases } from './phases.ts'

const hourMs = 3_600_000

/** An erasure as answers show it. */
export function presentErasure(row: ErasureRow): z.output<typeof erasure> {
  const { id, contactId: contact, done, requestedAt, completedAt } = row
  const begun = phases.findIndex((phase) => phase.some((service) => !done[service]))
  return {
    id,
    contact,
    status: completedAt ? 'finished' : 'running',
    services: phases.flatMap((phase, i) =>
      phase.map((service) => ({
        service,
        status: done[service] ? ('finished' as const) : i === begun ? ('running' as const) : ('waiting' as const),
        completedAt: done[service] ?? null,
      })),
    ),
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    agedOutAt: completedAt ? new Date(completedAt.getTime() + agesOutHours * hourMs).toISOString() : null,
  }
}
