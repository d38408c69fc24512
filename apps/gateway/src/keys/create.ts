import { forWorkspace, type Verb } from '@posthorn/chassis'
import { type accounts, fail, newId } from '@posthorn/contracts'
import { newKey } from '../auth/key-format.ts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey } from '../entities/api-key.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentKey } from './present.ts'

/** Creates a key. Its text is in this answer only. */
export const create: Verb<typeof accounts.keys.create, GatewayRuntime> = async ({ ctx, input }) => {
  const em = forWorkspace(ctx.em, input.workspace)
  if (!(await em.findOne(Workspace, { workspaceId: input.workspace }))) fail('workspace:not_found')
  const { key, publicId, secret } = newKey()
  const row = em.create(ApiKey, {
    workspaceId: input.workspace,
    id: newId('key'),
    publicId,
    secretHmac: ctx.deps.keys.hmacOf(secret),
    name: input.name,
    scopes: input.scopes,
    createdAt: new Date(),
    ...(input.expiresAt ? { expiresAt: new Date(input.expiresAt) } : {}),
  })
  await em.flush()
  return { ...presentKey(row), key }
}
