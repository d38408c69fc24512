import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey } from '../entities/api-key.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentKey } from '../keys/present.ts'
import { limitsOf } from '../limits/limits.ts'

/** Returns workspace and key of the caller, and the limits in force. The gateway adds the messages of the day. */
export const get: Verb<typeof accounts.me.get, GatewayRuntime> = async ({ ctx }) => {
  const workspace = (await ctx.em.findOne(Workspace, { workspaceId: ctx.workspace })) ?? fail('workspace:not_found')
  const key = (await ctx.em.findOne(ApiKey, { id: ctx.call.actor.id })) ?? fail('key:not_found')
  const { scopes, numbers, cidrs, expiresAt } = presentKey(key)
  const { perKey, perWorkspace } = limitsOf(ctx.config)
  return {
    workspace: { id: workspace.workspaceId, name: workspace.name },
    key: { id: key.id, name: key.name, scopes, numbers, cidrs, expiresAt },
    limits: { perKey, perWorkspace },
    usage: { day: new Date().toISOString().slice(0, 10), in: null, out: null },
  }
}
