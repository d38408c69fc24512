import type { joinRequest } from '@posthorn/contracts'
import type { z } from 'zod'
import type { JoinRequestRow } from '../entities/join-request.ts'
import { errorView } from '../groups/changes.ts'

/** A request to join as answers and events show it. */
export function presentRequest(row: JoinRequestRow): z.output<typeof joinRequest> {
  return {
    id: row.id,
    phone: row.phone ?? null,
    userId: row.userId ?? null,
    status: row.status,
    error: row.errorCode ? errorView(row.errorCode) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
