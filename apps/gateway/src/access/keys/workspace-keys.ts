import { forWorkspace, type PreparedVerb, type Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey, Workspace } from '../../entities/workspace.ts'
import { addKey, findNumbers, presentKey, testNumbers } from './key.ts'
import { endKey } from './keys.ts'

/** Creates a key. Its text appears only in this response. The numbers it is restricted to must belong to the workspace. */
export const create: PreparedVerb<typeof accounts.workspaceKeys.create, GatewayRuntime, readonly string[] | null> = {
  async prepare({ ctx, input: { workspace, numbers = null, test } }) {
    await findNumbers(ctx, { workspace, numbers })
    return test ? testNumbers(ctx.deps, { workspace, numbers }) : numbers
  },
  async run({ ctx, input, prepared: numbers }) {
    const { workspace, name, scopes, cidrs = null, test } = input
    const em = forWorkspace(ctx.em, workspace)
    if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
    const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
    const grant = { scopes, numbers, cidrs, expiresAt }
    const { row, key } = await addKey({ ...ctx, em }, { workspace, name, grant, test })
    return { ...presentKey(row), workspace, key }
  },
}

/** Lists the keys of one workspace or all workspaces, for operators, oldest first. Not filtered by workspace. */
export const list: Verb<typeof accounts.workspaceKeys.list, GatewayRuntime> = async ({ ctx, input }) => {
  const where = input.workspace ? { workspaceId: input.workspace } : {}
  const rows = await ctx.em.find(ApiKey, where, { filters: false, orderBy: { id: 'asc' } })
  return rows.map((row) => ({ ...presentKey(row), workspace: row.workspaceId }))
}

/** Revokes a key of any workspace, for operators. */
export const revoke: Verb<typeof accounts.workspaceKeys.revoke, GatewayRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(ApiKey, { id: input.id }, { filters: false })) ?? fail('key:not_found')
  await endKey(ctx, row)
  return { ...presentKey(row), workspace: row.workspaceId }
}
