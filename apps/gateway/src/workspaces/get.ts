import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentOwnWorkspace } from './present.ts'

/** Shows the caller's workspace with its settings. */
export const get: Verb<typeof accounts.workspace.get, GatewayRuntime> = async ({ ctx }) => {
  const row = await ctx.em.findOne(Workspace, { workspaceId: ctx.workspace })
  return presentOwnWorkspace(row ?? fail('workspace:not_found'))
}
