import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import type { Verb, VerbContext } from '@posthorn/chassis'
import {
  type accounts,
  defined,
  fail,
  newId,
  refuseUnconfirmed,
  usualSettings,
  type WorkspaceSettings,
  type workspace,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey, Workspace, type WorkspaceRow } from '../entities/workspace.ts'
import { isServedHere, readMove, readMoveOfNumber } from '../installation/moves.sql.ts'
import { throwBehind } from '../rest/exchange.ts'

/** Creates an empty workspace, for operators. */
export const create: Verb<typeof accounts.workspaces.create, GatewayRuntime> = async ({ ctx, input }) => {
  const row = ctx.em.create(Workspace, { workspaceId: newId('ws'), name: input.name, createdAt: new Date() })
  await ctx.em.flush()
  return presentWorkspace(row)
}

type Context = VerbContext<GatewayRuntime>

/** Tells the directory which workspace here a key, number or id belongs to. A moving workspace is found only while it can be read here. */
export const find: Verb<typeof accounts.workspaces.find, GatewayRuntime> = async ({ ctx, input }) => {
  const { by, id } = input
  if (by === 'number') return findByNumber(ctx, id)
  const found =
    by === 'key'
      ? await ctx.em.findOne(ApiKey, { publicId: id }, { filters: false })
      : await ctx.em.findOne(Workspace, { workspaceId: id }, { filters: false })
  const move = found && (await readMove(ctx.em, found.workspaceId))
  return { workspace: found && isServedHere(move) ? found.workspaceId : null }
}

/** Finds the workspace of a number. A moving workspace is looked up here first, because both installations have its numbers for a while. */
async function findByNumber({ deps, call, em }: Context, number: string): Promise<{ workspace: string | null }> {
  const moving = await readMoveOfNumber(em, number)
  if (moving) return { workspace: isServedHere(moving.status) ? moving.workspace : null }
  const { clients } = deps
  const asOperator = clients.calling({ workspace: null, scopes: ['operator'], requestId: call.requestId })
  return clients.numbers.callbacks.findOwner.query({ number }, asOperator).catch(throwBehind)
}

export const get: Verb<typeof accounts.workspace.get, GatewayRuntime> = async ({ ctx }) => {
  const row = await ctx.em.findOne(Workspace, { workspaceId: ctx.workspace })
  return presentOwnWorkspace(row ?? fail('workspace:not_found'))
}

/** Lists all workspaces for operators, oldest first. Not filtered by workspace. */
export const list: Verb<typeof accounts.workspaces.list, GatewayRuntime> = async ({ ctx }) => {
  const rows = await ctx.em.find(Workspace, {}, { filters: false, orderBy: { workspaceId: 'asc' } })
  return rows.map(presentWorkspace)
}

/**
 * Changes the workspace's name and settings, and announces changed settings to the services that use them. A member must have confirmed their
 * password for a shorter retention.
 */
export const update: Verb<typeof accounts.workspace.update, GatewayRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId } = ctx
  const row =
    (await em.findOne(Workspace, { workspaceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ??
    fail('workspace:not_found')
  if (input.name !== undefined) row.name = input.name
  const before = settingsOf(row)
  const settings = { ...before, ...defined(input.settings ?? {}) }
  if (isSooner(settings.retentionDays, before.retentionDays)) refuseUnconfirmed(ctx.call)
  if (!isDeepStrictEqual(settings, before)) {
    const { optedOutMessages, ...others } = settings
    Object.assign(row, { optedOutMessages, settings: others, version: row.version + 1 })
    const aggregate = { id: workspaceId, version: row.version }
    ctx.emit({ kind: 'workspace:updated', data: { settings }, aggregate })
  }
  await em.flush()
  return presentOwnWorkspace(row)
}

/** Whether messages will be deleted sooner than before. */
const isSooner = (days: number | null, previousDays: number | null) =>
  days !== null && (previousDays === null || days < previousDays)

/** A workspace as operators see it. */
function presentWorkspace(row: WorkspaceRow): z.output<typeof workspace> {
  return { id: row.workspaceId, name: row.name, createdAt: row.createdAt.toISOString() }
}

/** A workspace as its own callers see it. */
function presentOwnWorkspace(row: WorkspaceRow): z.output<typeof accounts.workspace.get.output> {
  return { ...presentWorkspace(row), settings: settingsOf(row) }
}

/** Returns all settings of a workspace, with defaults for those that weren't changed. */
function settingsOf({ optedOutMessages, settings }: WorkspaceRow): WorkspaceSettings {
  return { ...usualSettings, optedOutMessages, ...settings }
}
