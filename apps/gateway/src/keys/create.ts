import type { PreparedVerb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { addKey } from './add.ts'
import { announceNew } from './find.ts'
import { findNumbers } from './find-numbers.ts'
import { grantOfCaller, refuseMore } from './grant.ts'
import { presentKey } from './present.ts'
import { testNumbers } from './test-numbers.ts'

/** Numbers of a key for tests. */
type Prepared = readonly string[] | undefined

/** Creates a key of the caller's workspace, within what the caller has. Limits that are not given are those of the caller. */
export const create: PreparedVerb<typeof accounts.keys.create, GatewayRuntime, Prepared> = {
  async prepare({ ctx, input: { numbers, test } }) {
    const { deps, workspace, call } = ctx
    await findNumbers(ctx, { workspace, numbers })
    return test ? testNumbers(deps, { workspace, numbers: numbers ?? call.numbers ?? null }) : undefined
  },
  async run({ ctx, input, prepared }) {
    const own = await grantOfCaller(ctx)
    const { name, scopes, cidrs = own.cidrs, test } = input
    const numbers = prepared ?? input.numbers ?? own.numbers
    const expiresAt = input.expiresAt === undefined ? own.expiresAt : new Date(input.expiresAt)
    const grant = { scopes, numbers, cidrs, expiresAt }
    refuseMore(grant, own)
    const { row, key } = await addKey(ctx, { workspace: ctx.workspace, name, grant, test })
    announceNew(ctx, row)
    return { ...presentKey(row), key }
  },
}
