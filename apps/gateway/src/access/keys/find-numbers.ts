import { faultOf } from '@posthorn/client'
import { type CallContext, failUnknown } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'

type Asking = { call: Pick<CallContext, 'numbers'>; deps: GatewayRuntime['deps'] }
type Numbers = { workspace: string; numbers: readonly string[] | null | undefined }

/** Refuses numbers that the caller does not have in the workspace. */
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
