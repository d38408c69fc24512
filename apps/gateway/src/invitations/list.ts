import { listPage, type Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Invitation, type InvitationRow } from '../entities/invitation.ts'
import { withinNumbers } from '../keys/find.ts'
import { presentInvitation } from './present.ts'

/** Lists the open invitations to the caller's workspace, newest first. */
export const list: Verb<typeof accounts.invitations.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<InvitationRow>(ctx, input, {
    entity: Invitation,
    list: 'invitations',
    order: { column: 'id', direction: 'desc' },
    where: { $and: [{ kind: 'invitation', expiresAt: { $gt: new Date() } }, withinNumbers(ctx.call)] },
  })
  return { items: page.rows.map(presentInvitation), next: page.next }
}
