import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Invitation, type InvitationRow } from '../entities/invitation.ts'
import { withinNumbers } from '../keys/find.ts'

/** Finds an invitation to the caller's workspace. A caller limited to numbers sees those within these. */
export async function findInvitation(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  id: string,
): Promise<InvitationRow> {
  const seen = { $and: [{ id, kind: 'invitation' as const }, withinNumbers(call)] }
  return (await em.findOne(Invitation, seen)) ?? fail('invitation:not_found')
}
