import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { addKey } from './add.ts'
import { announceNew, findKey, storeChanged } from './find.ts'
import { grantOfCaller, grantOfKey, refuseMore } from './grant.ts'
import { presentKey } from './present.ts'

const hourMs = 3_600_000

/** Replaces a key by a new one with the same name, scopes and limits; the previous ends after its grace period. */
export const rotate: Verb<typeof accounts.keys.rotate, GatewayRuntime> = async ({ ctx, input }) => {
  const previous = await findKey(ctx, input.id)
  const now = Date.now()
  const previousEndMs = previous.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  if (previous.revokedAt || previousEndMs <= now) fail('key:ended')
  const grant = grantOfKey(previous)
  refuseMore(grant, await grantOfCaller(ctx))
  const { row, key } = await addKey(ctx, { workspace: ctx.workspace, name: previous.name, grant, test: previous.test })
  announceNew(ctx, row)
  const end = new Date(Math.min(now + input.graceHours * hourMs, previousEndMs))
  previous.expiresAt = end
  await storeChanged(ctx, previous)
  return { ...presentKey(row), key, previousExpiresAt: end.toISOString() }
}
