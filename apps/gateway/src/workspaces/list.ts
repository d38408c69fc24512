import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentWorkspace } from './present.ts'

/** All workspaces, oldest first: the operator's view, so without the tenant's filter. */
export const list: Verb<typeof accounts.workspaces.list, GatewayRuntime> = async ({ ctx }) => {
  const rows = await ctx.em.find(Workspace, {}, { filters: false, orderBy: { workspaceId: 'asc' } })
  return rows.map(presentWorkspace)
}
