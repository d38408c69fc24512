import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { addKey } from './add.ts'
import { announceNew, findKey, storeChanged } from './find.ts'
import { grantOfCaller, grantOfKey, refuseMore } from './grant.ts'
import { presentKey } from './present.ts'

const hourMs = 3_600_000

/** Replaces a key by a new one with the same name, scopes and limits; the former ends after its grace period. */
export const rotate: Verb<typeof accounts.keys.rotate, GatewayRuntime> = async ({ ctx, input }) => {
  const former = await findKey(ctx, input.id)
  const now = Date.now()
  const formerEndMs = former.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  if (former.revokedAt || formerEndMs <= now) fail('key:ended')
  const grant = grantOfKey(former)
  refuseMore(grant, await grantOfCaller(ctx))
  const { row, key } = await addKey(ctx, { workspace: ctx.workspace, name: former.name, grant, test: former.test })
  announceNew(ctx, row)
  const end = new Date(Math.min(now + input.graceHours * hourMs, formerEndMs))
  former.expiresAt = end
  await storeChanged(ctx, former)
  return { ...presentKey(row), key, previousExpiresAt: end.toISOString() }
}
