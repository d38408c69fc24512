import type { Verb } from '@posthorn/chassis'
import { type accounts, newId } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentWorkspace } from './present.ts'

/** Creates an empty workspace. */
export const create: Verb<typeof accounts.workspaces.create, GatewayRuntime> = async ({ ctx, input }) => {
  const row = ctx.em.create(Workspace, { workspaceId: newId('ws'), name: input.name, createdAt: new Date() })
  await ctx.em.flush()
  return presentWorkspace(row)
}
