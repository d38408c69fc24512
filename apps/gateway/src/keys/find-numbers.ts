import { faultOf } from '@posthorn/client'
import { fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'

type Numbers = { workspace: string; numbers: readonly string[] | null | undefined }

/** Refuses numbers that are not of the workspace. */
export async function findNumbers(deps: GatewayRuntime['deps'], { workspace, numbers }: Numbers): Promise<void> {
  await Promise.all((numbers ?? []).map((id, i) => findNumber(deps, { id, path: `numbers.${i}`, workspace })))
}

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
