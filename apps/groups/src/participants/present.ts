import type { participant } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ParticipantRow } from '../entities/group.ts'
import { errorView } from '../groups/changes.ts'

export function presentParticipant(row: ParticipantRow): z.output<typeof participant> {
  const { invitationId: id, invitationStatus: status } = row
  return {
    phone: row.phone ?? null,
    userId: row.userId ?? null,
    status: row.status,
    invitation: id && status ? { id, status } : null,
    error: row.errorCode ? errorView(row.errorCode) : null,
    invitedAt: row.invitedAt?.toISOString() ?? null,
    joinedAt: row.joinedAt?.toISOString() ?? null,
    leftAt: row.leftAt?.toISOString() ?? null,
  }
}
