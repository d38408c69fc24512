import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Member } from '../entities/member.ts'
import { presentMember } from './present.ts'

/** Lists the members of one workspace or of all, oldest first, for operators: without the workspace filter. */
export const list: Verb<typeof accounts.members.list, GatewayRuntime> = async ({ ctx, input }) => {
  const where = input.workspace ? { workspaceId: input.workspace } : {}
  const rows = await ctx.em.find(Member, where, { filters: false, orderBy: { id: 'asc' } })
  return rows.map((row) => ({ ...presentMember(row), workspace: row.workspaceId }))
}
