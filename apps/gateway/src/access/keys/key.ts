import type { VerbContext } from '@posthorn/chassis'
import { faultOf } from '@posthorn/client'
import { type apiKey, type CallContext, fail, failUnknown, type Id } from '@posthorn/contracts'
import type { z } from 'zod'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey, type ApiKeyRow } from '../../entities/api-key.ts'
import { hintOf } from '../auth/key-format.ts'

/** Condition on keys or invitations a caller may see: a restricted caller sees those within its numbers. */
export function withinNumbers({ numbers }: Pick<CallContext, 'numbers'>): { numbers?: { $contained: string[] } } {
  return numbers ? { numbers: { $contained: [...numbers] } } : {}
}

export async function findKey({ em, call }: Pick<VerbContext, 'em' | 'call'>, id: string): Promise<ApiKeyRow> {
  return (await em.findOne(ApiKey, { $and: [{ id }, withinNumbers(call)] })) ?? fail('key:not_found')
}

/** Announces a key that the caller created. */
export function announceNew({ emit }: Pick<VerbContext, 'emit'>, { id }: ApiKeyRow): void {
  emit({ kind: 'key:created', data: { key: id }, aggregate: { id, version: 1 } })
}

/** Stores a changed key, and makes every gateway reload it. */
export async function storeChanged({ em, emit, deps }: VerbContext<GatewayRuntime>, row: ApiKeyRow): Promise<void> {
  row.version = (row.version ?? 1) + 1
  await em.flush()
  emit({ kind: 'key:updated', data: { key: row.id }, aggregate: { id: row.id, version: row.version } })
  deps.keys.evict(row.id)
}

type Asking = { call: Pick<CallContext, 'numbers'>; deps: GatewayRuntime['deps'] }
type Numbers = { workspace: string; numbers: readonly string[] | null | undefined }

/** Refuses numbers that the caller doesn't have in the workspace. */
export async function findNumbers({ call, deps }: Asking, { workspace, numbers }: Numbers): Promise<void> {
  const { clients } = deps
  const limit = call.numbers && { numbers: call.numbers }
  const asked = clients.calling({ workspace, scopes: ['read'], actor: { type: 'service', id: 'gateway' }, ...limit })
  const find = async (id: string, i: number) => {
    await clients.numbers.numbers.get.query({ id }, asked).catch((err: unknown) => {
      if (faultOf(err).code !== 'number:not_found') throw faultOf(err)
      failUnknown('number:not_found', `numbers.${i}`)
    })
  }
  await Promise.all((numbers ?? []).map(find))
}

export function presentKey(row: ApiKeyRow): z.output<typeof apiKey> {
  const { createdByType: type, createdById: by, createdByName: name } = row
  return {
    id: row.id,
    name: row.name,
    hint: hintOf(row.publicId, row.test),
    test: row.test,
    scopes: row.scopes,
    numbers: (row.numbers ?? null) as Id<'num'>[] | null,
    cidrs: row.cidrs ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: row.lastUsedFrom ?? null,
    createdBy: type && by ? { type, id: by, name: name ?? null } : null,
    createdAt: row.createdAt.toISOString(),
  }
}
