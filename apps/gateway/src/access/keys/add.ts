import type { VerbContext } from '@posthorn/chassis'
import { newId } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey, type ApiKeyRow } from '../../entities/api-key.ts'
import { newKey } from '../auth/key-format.ts'
import type { Grant } from './grant.ts'

export type NewApiKey = { workspace: string; name: string; grant: Grant; test?: boolean | undefined }

/** Adds a key to a workspace. Returns its row and its text, which isn't stored. */
export async function addKey(
  { em, call, deps }: Pick<VerbContext<GatewayRuntime>, 'em' | 'call' | 'deps'>,
  { workspace, name, grant, test = false }: NewApiKey,
): Promise<{ row: ApiKeyRow; key: string }> {
  const { key, publicId, secret } = newKey(test)
  const { scopes, numbers, cidrs, expiresAt } = grant
  const row = em.create(ApiKey, {
    workspaceId: workspace,
    id: newId('key'),
    publicId,
    secretHmac: deps.keys.hmacOf(secret),
    name,
    test,
    scopes: [...scopes],
    numbers: numbers && [...numbers],
    cidrs: cidrs && [...cidrs],
    expiresAt,
    createdByType: call.actor.type,
    createdById: call.actor.id,
    createdByName: call.actor.name ?? null,
    createdAt: new Date(),
  })
  await em.flush()
  return { row, key }
}
