import type { FilterQuery } from '@mikro-orm/core'
import type { group } from '@posthorn/contracts'
import type { z } from 'zod'
import type { GroupRow } from '../entities/group.ts'

export function presentGroup(row: GroupRow): z.output<typeof group> {
  const { errorCode, errorMessage } = row
  return {
    id: row.id,
    number: row.numberId,
    name: row.name,
    description: row.description ?? null,
    status: row.status === 'active' && row.suspended ? 'suspended' : row.status,
    joinApproval: row.joinApproval,
    image: row.image ?? null,
    inviteLink: row.inviteLink ?? null,
    providerId: row.providerId ?? null,
    participants: { joined: row.joined, invited: row.invited, requested: row.requested },
    changes: row.changes,
    error: errorCode ? { errorCode, message: errorMessage ?? errorCode } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Condition: the group is shown with this status. */
export function inStatus(status: z.output<typeof group>['status']): FilterQuery<GroupRow> {
  if (status === 'suspended') return { status: 'active', suspended: true }
  return status === 'active' ? { status, suspended: false } : { status }
}
