import { forWorkspace, type Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { endActs } from '../team/leave.ts'
import { findMember } from './find.ts'

/** Removes a member from their workspace and announces it. */
export const remove: Verb<typeof accounts.members.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await findMember(ctx, input.id)
  const { id, workspaceId: workspace, version } = row
  const em = forWorkspace(ctx.em, workspace)
  await endActs(ctx, { em, member: id, revokeKeys: input.revokeKeys })
  ctx.em.remove(row)
  await ctx.em.flush()
  ctx.emit({ kind: 'member:removed', workspace, data: { id }, aggregate: { id, version: version + 1 } })
  return { id, deleted: true }
}
