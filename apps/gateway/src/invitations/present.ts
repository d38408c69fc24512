import { type accounts, type Id, includesRole, type OutputOf } from '@posthorn/contracts'
import type { InvitationRow } from '../entities/invitation.ts'

/** Presents an invitation, without the secret of its link. */
export function presentInvitation(row: InvitationRow): OutputOf<typeof accounts.invitations.list>['items'][number] {
  const { id, email, role, numbers, expiresAt, createdAt } = row
  return {
    id: id as Id<'tin'>,
    email: email ?? '',
    role,
    numbers: includesRole(role, 'admin') ? null : ((numbers ?? null) as Id<'num'>[] | null),
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}
