import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey } from '../entities/api-key.ts'
import { presentKey } from '../keys/present.ts'
import { endKey } from '../keys/revoke.ts'

/** Revokes a key of any workspace. */
export const revoke: Verb<typeof accounts.workspaceKeys.revoke, GatewayRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(ApiKey, { id: input.id }, { filters: false })) ?? fail('key:not_found')
  await endKey(ctx, row)
  return { ...presentKey(row), workspace: row.workspaceId }
}
