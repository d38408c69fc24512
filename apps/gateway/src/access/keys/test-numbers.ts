import { faultOf } from '@posthorn/client'
import { fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'

type KeyNumbers = { workspace: string; numbers: readonly string[] | null }

const pageSize = 200

/** Returns the numbers of a test key: these, or all simulator numbers of the workspace. Refuses real numbers. */
export async function testNumbers(
  { clients }: GatewayRuntime['deps'],
  { workspace, numbers }: KeyNumbers,
): Promise<readonly string[]> {
  const call = clients.calling({ workspace, scopes: ['read'], actor: { type: 'service', id: 'gateway' } })
  const simulated: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await clients.numbers.numbers.list
      .query({ size: pageSize, ...(cursor && { cursor }) }, call)
      .catch((err: unknown) => {
        throw faultOf(err)
      })
    simulated.push(...page.items.flatMap(({ id, provider }) => (provider === 'simulator' ? [id] : [])))
    cursor = page.next
  }
  const errors = (numbers ?? []).flatMap((id, i) =>
    simulated.includes(id) ? [] : [{ path: `numbers.${i}`, ...notSimulated }],
  )
  if (errors.length > 0) fail('request:invalid', { errors })
  if (simulated.length === 0) fail('key:no_test_number')
  return numbers ?? simulated
}

const notSimulated = { code: 'field:invalid', message: 'must be a simulator number, as the key is for tests' } as const
