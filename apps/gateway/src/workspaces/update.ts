import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import type { Verb } from '@posthorn/chassis'
import { type accounts, fail, refuseUnconfirmed, type WorkspaceSettings } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentOwnWorkspace, settingsOf } from './present.ts'

/** Changes name and settings of the caller's workspace, and announces changed settings to the services that follow them. */
export const update: Verb<typeof accounts.workspace.update, GatewayRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const row =
    (await em.findOne(Workspace, { workspaceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ??
    fail('workspace:not_found')
  if (input.name !== undefined) row.name = input.name
  const before = settingsOf(row)
  const settings = { ...before, ...withoutAbsent(input.settings ?? {}) }
  if (isSooner(settings.retentionDays, before.retentionDays)) refuseUnconfirmed(ctx.call)
  if (!isDeepStrictEqual(settings, before)) {
    const { optedOutMessages, ...others } = settings
    Object.assign(row, { optedOutMessages, settings: others, version: (row.version ?? 1) + 1 })
    const aggregate = { id: workspaceId, version: row.version as number }
    ctx.emit({ kind: 'workspace:updated', data: { settings }, aggregate })
  }
  await em.flush()
  return presentOwnWorkspace(row)
}

/** True when messages are deleted earlier than before. */
const isSooner = (days: number | null, before: number | null) => days !== null && (before === null || days < before)

type Changes = { [K in keyof WorkspaceSettings]?: WorkspaceSettings[K] | undefined }

function withoutAbsent(given: Changes): Partial<WorkspaceSettings> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
