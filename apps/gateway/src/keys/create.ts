import type { PreparedVerb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { addKey } from './add.ts'
import { findNumbers } from './find-numbers.ts'
import { grantOfCaller, refuseMore } from './grant.ts'
import { presentKey } from './present.ts'

/** Creates a key of the caller's workspace, within what the caller has. Limits that are not given are those of the caller. */
export const create: PreparedVerb<typeof accounts.keys.create, GatewayRuntime, void> = {
  prepare: ({ ctx, input }) => findNumbers(ctx.deps, { workspace: ctx.workspace, numbers: input.numbers }),
  async run({ ctx, input }) {
    const own = await grantOfCaller(ctx)
    const { name, scopes, numbers = own.numbers, cidrs = own.cidrs } = input
    const expiresAt = input.expiresAt === undefined ? own.expiresAt : new Date(input.expiresAt)
    const grant = { scopes, numbers, cidrs, expiresAt }
    refuseMore(grant, own)
    const { row, key } = await addKey(ctx, { workspace: ctx.workspace, name, grant })
    return { ...presentKey(row), key }
  },
}
