import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey } from '../entities/api-key.ts'
import { presentKey } from './present.ts'

/** Revokes a key: evicted here at once, and by every other gateway on the event. Revoking twice changes nothing. */
export const revoke: Verb<typeof accounts.keys.revoke, GatewayRuntime> = async ({ ctx, input }) => {
  const row = (await ctx.em.findOne(ApiKey, { id: input.id }, { filters: false })) ?? fail('key:not_found')
  if (!row.revokedAt) {
    row.revokedAt = new Date()
    row.version += 1
    await ctx.em.flush()
    ctx.emit({
      kind: 'key:revoked',
      workspace: row.workspaceId,
      data: { key: row.id },
      aggregate: { id: row.id, version: row.version },
    })
  }
  ctx.deps.keys.evict(row.id)
  return presentKey(row)
}
