import { LockMode } from '@mikro-orm/core'
import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentOwnWorkspace } from './present.ts'

/** Changes name and settings of the caller's workspace, and announces changed settings to the services that follow them. */
export const update: Verb<typeof accounts.workspace.update, GatewayRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const row =
    (await em.findOne(Workspace, { workspaceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ??
    fail('workspace:not_found')
  if (input.name !== undefined) row.name = input.name
  const { optedOutMessages = row.optedOutMessages ?? 'send' } = input.settings ?? {}
  if (optedOutMessages !== row.optedOutMessages) {
    row.optedOutMessages = optedOutMessages
    row.version = (row.version ?? 1) + 1
    const data = { settings: { optedOutMessages } }
    ctx.emit({ kind: 'workspace:updated', data, aggregate: { id: workspaceId, version: row.version } })
  }
  await em.flush()
  return presentOwnWorkspace(row)
}
