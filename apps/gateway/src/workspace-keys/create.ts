import { forWorkspace, type PreparedVerb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Workspace } from '../entities/workspace.ts'
import { addKey } from '../keys/add.ts'
import { findNumbers } from '../keys/find-numbers.ts'
import { presentKey } from '../keys/present.ts'

/** Creates a key, whose text is in this answer only. The numbers that it is limited to must belong to the workspace. */
export const create: PreparedVerb<typeof accounts.workspaceKeys.create, GatewayRuntime, void> = {
  prepare: ({ ctx, input: { workspace, numbers } }) => findNumbers(ctx, { workspace, numbers }),
  async run({ ctx, input }) {
    const { workspace, name, scopes, numbers = null, cidrs = null } = input
    const em = forWorkspace(ctx.em, workspace)
    if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
    const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
    const grant = { scopes, numbers, cidrs, expiresAt }
    const { row, key } = await addKey({ ...ctx, em }, { workspace, name, grant })
    return { ...presentKey(row), workspace, key }
  },
}
