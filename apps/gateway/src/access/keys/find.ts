import type { VerbContext } from '@posthorn/chassis'
import { type CallContext, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey, type ApiKeyRow } from '../../entities/api-key.ts'

/** Returns the condition for keys or invitations that a caller may see: one limited to numbers sees those within these. */
export function withinNumbers({ numbers }: Pick<CallContext, 'numbers'>): { numbers?: { $contained: string[] } } {
  return numbers ? { numbers: { $contained: [...numbers] } } : {}
}

/** Finds a key of the caller's workspace. */
export async function findKey({ em, call }: Pick<VerbContext, 'em' | 'call'>, id: string): Promise<ApiKeyRow> {
  return (await em.findOne(ApiKey, { $and: [{ id }, withinNumbers(call)] })) ?? fail('key:not_found')
}

/** Announces a key that the caller created. */
export function announceNew({ emit }: Pick<VerbContext, 'emit'>, { id }: ApiKeyRow): void {
  emit({ kind: 'key:created', data: { key: id }, aggregate: { id, version: 1 } })
}

/** Stores a changed key, and makes every gateway read it again. */
export async function storeChanged({ em, emit, deps }: VerbContext<GatewayRuntime>, row: ApiKeyRow): Promise<void> {
  row.version = (row.version ?? 1) + 1
  await em.flush()
  emit({ kind: 'key:updated', data: { key: row.id }, aggregate: { id: row.id, version: row.version } })
  deps.keys.evict(row.id)
}
