import type { Verb } from '@posthorn/chassis'
import { type accounts, refuseUnconfirmed } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { findKey, storeChanged } from './find.ts'
import { grantOfCaller, grantOfKey, refuseMore } from './grant.ts'
import { presentKey } from './present.ts'

/** Changes name, addresses and end of a key that gives no more than the caller has. */
export const update: Verb<typeof accounts.keys.update, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await findKey(ctx, input.id)
  const { name, cidrs, expiresAt } = input
  if (cidrs !== undefined || expiresAt !== undefined) {
    refuseUnconfirmed(ctx.call)
    const grant = {
      ...grantOfKey(row),
      ...(cidrs === undefined ? {} : { cidrs }),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    }
    refuseMore(grant, await grantOfCaller(ctx))
    row.cidrs = grant.cidrs && [...grant.cidrs]
    row.expiresAt = grant.expiresAt
  }
  if (name !== undefined) row.name = name
  await storeChanged(ctx, row)
  return presentKey(row)
}
