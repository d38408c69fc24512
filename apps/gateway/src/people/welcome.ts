import { forWorkspace, type Verb } from '@posthorn/chassis'
import { type accounts, fail, newId } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Member } from '../entities/member.ts'
import { Workspace } from '../entities/workspace.ts'
import { addInvitation, removeFirstInvitations } from '../invitations/invitation.sql.ts'
import { hashOf, newToken } from '../sessions/token.ts'

const validForMs = 86_400_000

/** Makes the link of the first owner; there is one link at most. */
export const welcome: Verb<typeof accounts.people.welcome, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  const owner = await em.findOne(Member, { role: 'owner', personId: { $ne: null }, disabledAt: null })
  if (owner) return { token: null, expiresAt: null }
  await removeFirstInvitations(em, workspace)
  const token = newToken()
  const expiresAt = new Date(Date.now() + validForMs)
  const { type, id } = ctx.call.actor
  await addInvitation(em, {
    workspace,
    id: newId('tin'),
    kind: 'first',
    tokenHash: hashOf(token),
    email: null,
    role: 'owner',
    numbers: null,
    createdBy: { type, id },
    expiresAt,
  })
  return { token, expiresAt: expiresAt.toISOString() }
}
