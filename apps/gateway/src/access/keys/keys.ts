import { LockMode } from '@mikro-orm/core'
import { forWorkspace, listPage, type PreparedVerb, type Verb, type VerbContext } from '@posthorn/chassis'
import { type accounts, fail, refuseUnconfirmed } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey, type ApiKeyRow, Workspace } from '../../entities/workspace.ts'
import { listUse } from '../auth/key-use.sql.ts'
import {
  addKey,
  announceNew,
  endOf,
  findKey,
  grantOfCaller,
  grantOfKey,
  presentKey,
  refuseMore,
  requireNumbers,
  storeChanged,
  takeKey,
  testNumbers,
  withinNumbers,
} from './key.ts'

/**
 * Creates a key of any workspace, for operators, without an event. Its text appears only in this response. The numbers it is restricted to
 * must belong to the workspace.
 */
export const createWorkspaceKey: PreparedVerb<
  typeof accounts.workspaceKeys.create,
  GatewayRuntime,
  readonly string[] | null
> = {
  async prepare({ ctx, input: { workspace, numbers = null, test } }) {
    await requireNumbers(ctx, { workspace, numbers })
    return test ? testNumbers(ctx, { workspace, numbers }) : numbers
  },
  async run({ ctx, input, prepared: numbers }) {
    const { workspace, name, scopes, cidrs = null, test } = input
    const em = forWorkspace(ctx.em, workspace)
    if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
    const expiresAt = input.expiresAt === undefined ? null : endOf(input.expiresAt)
    const grant = { scopes, numbers, cidrs, expiresAt }
    const { row, key } = await addKey({ ...ctx, em }, { workspace, name, grant, test })
    return { ...presentKey(row), workspace, key }
  },
}

/** Lists the keys of one workspace or all workspaces, for operators, oldest first. Not filtered by workspace. */
export const listWorkspaceKeys: Verb<typeof accounts.workspaceKeys.list, GatewayRuntime> = async ({ ctx, input }) => {
  const where = input.workspace ? { workspaceId: input.workspace } : {}
  const rows = await ctx.em.find(ApiKey, where, { filters: false, orderBy: { id: 'asc' } })
  return rows.map((row) => ({ ...presentKey(row), workspace: row.workspaceId }))
}

/** Revokes a key of any workspace, for operators. */
export const revokeWorkspaceKey: Verb<typeof accounts.workspaceKeys.revoke, GatewayRuntime> = async ({
  ctx,
  input,
}) => {
  const options = { filters: false, lockMode: LockMode.PESSIMISTIC_WRITE }
  const row = (await ctx.em.findOne(ApiKey, { id: input.id }, options)) ?? fail('key:not_found')
  await endKey(ctx, row)
  return { ...presentKey(row), workspace: row.workspaceId }
}

/** Creates a key that can't have more access than the caller. Missing restrictions default to the caller's. A test key gets simulator numbers only. */
export const create: PreparedVerb<typeof accounts.keys.create, GatewayRuntime, readonly string[] | undefined> = {
  async prepare({ ctx, input: { numbers, test } }) {
    const { workspace } = ctx
    await requireNumbers(ctx, { workspace, numbers })
    return test ? testNumbers(ctx, { workspace, numbers: numbers ?? null }) : undefined
  },
  async run({ ctx, input, prepared }) {
    const own = await grantOfCaller(ctx)
    const { name, scopes, cidrs = own.cidrs, test } = input
    const numbers = prepared ?? input.numbers ?? own.numbers
    const expiresAt = input.expiresAt === undefined ? own.expiresAt : endOf(input.expiresAt)
    const grant = { scopes, numbers, cidrs, expiresAt }
    refuseMore(grant, own)
    const { row, key } = await addKey(ctx, { workspace: ctx.workspace, name, grant, test })
    announceNew(ctx, row)
    return { ...presentKey(row), key }
  },
}

export const get: Verb<typeof accounts.keys.get, GatewayRuntime> = async ({ ctx, input }) => {
  return presentKey(await findKey(ctx, input.id))
}

export const list: Verb<typeof accounts.keys.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<ApiKeyRow>(ctx, input, {
    entity: ApiKey,
    list: 'keys',
    order: { column: 'id', direction: 'desc' },
    where: withinNumbers(ctx.call),
  })
  return { items: page.rows.map(presentKey), next: page.next }
}

/**
 * Changes the name, addresses and expiry of a key. Addresses or an expiry can widen its access, so it must have no more access than the
 * caller, and a member must have confirmed their password.
 */
export const update: Verb<typeof accounts.keys.update, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await takeKey(ctx, input.id)
  const { name, cidrs, expiresAt } = input
  if (cidrs !== undefined || expiresAt !== undefined) {
    refuseUnconfirmed(ctx.call)
    const grant = {
      ...grantOfKey(row),
      ...(cidrs === undefined ? {} : { cidrs }),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : endOf(expiresAt) }),
    }
    refuseMore(grant, await grantOfCaller(ctx))
    row.cidrs = grant.cidrs && [...grant.cidrs]
    row.expiresAt = grant.expiresAt
  }
  if (name !== undefined) row.name = name
  await storeChanged(ctx, row)
  return presentKey(row)
}

const hourMs = 3_600_000

/**
 * Replaces a key with a new one that has the same name, scopes and restrictions. The old key expires after its grace period, and has no second
 * successor: that one would expire with it.
 */
export const rotate: Verb<typeof accounts.keys.rotate, GatewayRuntime> = async ({ ctx, input }) => {
  const previous = await takeKey(ctx, input.id)
  const now = Date.now()
  const previousEndMs = previous.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  if (previous.revokedAt || previousEndMs <= now) fail('key:ended')
  if (previous.rotatedAt) fail('key:ended', { message: 'The API key was rotated before; rotate its successor.' })
  const grant = grantOfKey(previous)
  refuseMore(grant, await grantOfCaller(ctx))
  const { row, key } = await addKey(ctx, { workspace: ctx.workspace, name: previous.name, grant, test: previous.test })
  announceNew(ctx, row)
  const end = new Date(Math.min(now + input.graceHours * hourMs, previousEndMs))
  previous.expiresAt = end
  previous.rotatedAt = new Date(now)
  await storeChanged(ctx, previous)
  return { ...presentKey(row), key, previousExpiresAt: end.toISOString() }
}

/** Revokes a key of the workspace. */
export const revoke: Verb<typeof accounts.keys.revoke, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await takeKey(ctx, input.id)
  await endKey(ctx, row)
  return presentKey(row)
}

/** Revokes a key: immediately in this gateway, and in others when they get the event. Idempotent. */
export async function endKey({ em, emit, deps }: VerbContext<GatewayRuntime>, row: ApiKeyRow): Promise<void> {
  if (!row.revokedAt) {
    row.revokedAt = new Date()
    row.version = row.version + 1
    await em.flush()
    emit({
      kind: 'key:revoked',
      workspace: row.workspaceId,
      data: { key: row.id },
      aggregate: { id: row.id, version: row.version },
    })
  }
  deps.keys.evict(row.id)
}

/** Lists which operations a key was used for in the last 30 days, by day. */
export const usage: Verb<typeof accounts.keys.usage, GatewayRuntime> = async ({ ctx, input }) => {
  const { id } = await findKey(ctx, input.id)
  return { items: await listUse(ctx.em, ctx.workspace, id) }
}
