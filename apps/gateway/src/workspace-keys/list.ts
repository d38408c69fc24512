import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey } from '../entities/api-key.ts'
import { presentKey } from '../keys/present.ts'

/** Lists the keys of one workspace or of all, oldest first, for operators: without the workspace filter. */
export const list: Verb<typeof accounts.workspaceKeys.list, GatewayRuntime> = async ({ ctx, input }) => {
  const where = input.workspace ? { workspaceId: input.workspace } : {}
  const rows = await ctx.em.find(ApiKey, where, { filters: false, orderBy: { id: 'asc' } })
  return rows.map((row) => ({ ...presentKey(row), workspace: row.workspaceId }))
}
