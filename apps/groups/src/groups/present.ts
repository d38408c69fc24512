import type { group } from '@posthorn/contracts'
import type { z } from 'zod'
import type { GroupRow } from '../entities/chat-group.ts'

/** A group as answers and events show it. */
export function presentGroup(row: GroupRow): z.output<typeof group> {
  const { errorCode, errorMessage } = row
  return {
    id: row.id,
    number: row.numberId,
    name: row.name,
    description: row.description ?? null,
    state: row.state,
    joinApproval: row.joinApproval,
    inviteLink: row.inviteLink ?? null,
    providerId: row.providerId ?? null,
    error: errorCode ? { errorCode, message: errorMessage ?? errorCode } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
