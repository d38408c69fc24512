import type { Verb, VerbContext } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import type { ApiKeyRow } from '../entities/api-key.ts'
import { findKey } from './find.ts'
import { presentKey } from './present.ts'

/** Revokes a key of the caller's workspace. */
export const revoke: Verb<typeof accounts.keys.revoke, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await findKey(ctx, input.id)
  await endKey(ctx, row)
  return presentKey(row)
}

/** Ends a key: evicted here at once, and by every other gateway on the event. Ending it twice changes nothing. */
export async function endKey({ em, emit, deps }: VerbContext<GatewayRuntime>, row: ApiKeyRow): Promise<void> {
  if (!row.revokedAt) {
    row.revokedAt = new Date()
    row.version = (row.version ?? 1) + 1
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
