import { forWorkspace, type PreparedVerb, type VerbContext } from '@posthorn/chassis'
import { faultOf } from '@posthorn/client'
import { type accounts, fail, newId } from '@posthorn/contracts'
import type { z } from 'zod'
import { newKey } from '../auth/key-format.ts'
import type { GatewayRuntime } from '../deps.ts'
import { ApiKey } from '../entities/api-key.ts'
import { Workspace } from '../entities/workspace.ts'
import { presentKey } from './present.ts'

/** Creates a key, whose text is in this answer only. The numbers that it is limited to must belong to the workspace. */
export const create: PreparedVerb<typeof accounts.keys.create, GatewayRuntime, void> = {
  async prepare({ ctx, input }) {
    await Promise.all(
      (input.numbers ?? []).map((id, i) =>
        findNumber(ctx.deps, { id, path: `numbers.${i}`, workspace: input.workspace }),
      ),
    )
  },
  run: ({ ctx, input }) => write(ctx, input),
}

type Input = z.output<typeof accounts.keys.create.input>
type NumberReference = { workspace: string; id: string; path: string }

async function findNumber(
  { clients }: GatewayRuntime['deps'],
  { workspace, id, path }: NumberReference,
): Promise<void> {
  const call = clients.calling({ workspace, scopes: ['read'], actor: { type: 'service', id: 'gateway' } })
  await clients.numbers.numbers.get.query({ id }, call).catch((err: unknown) => {
    if (faultOf(err).code !== 'number:not_found') throw faultOf(err)
    const message = 'must be the id of a number of this workspace'
    fail('number:not_found', { errors: [{ path, code: 'number:not_found', message }] })
  })
}

async function write(ctx: VerbContext<GatewayRuntime>, input: Input) {
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
    numbers: input.numbers ?? null,
    cidrs: input.cidrs ?? null,
    createdAt: new Date(),
    ...(input.expiresAt ? { expiresAt: new Date(input.expiresAt) } : {}),
  })
  await em.flush()
  return { ...presentKey(row), key }
}
