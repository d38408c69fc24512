import { until } from '@posthorn/testkit'
import { newKey, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

/** Every process caches a key for 5 s unless it is notified of the revocation. */
const belowMemoryMs = 4_000

export function revokeKey(system: () => RunningSystem): void {
  test('revoke key: a key made by the command works, and once it is revoked is refused before any process would read it anew', async () => {
    const made = await newKey(system(), { scopes: 'read' })
    const status = async () => (await system().call('GET', '/v1/me', { key: made.key })).status
    expect(await status()).toBe(200)
    const send = await system().call('POST', '/v1/messages', {
      key: made.key,
      body: { phone: '+4915120000003', message: 'no' },
    })
    expect(send.status).toBe(403)

    await system().posthorn('operator', 'key', 'revoke', made.id)
    await until(async () => (await status()) === 401, { timeoutMs: belowMemoryMs, describe: 'the key to be refused' })
    const listed = await system().posthorn<{ id: string; revokedAt: string | null }[]>('operator', 'key', 'list')
    expect(listed.find(({ id }) => id === made.id)?.revokedAt).not.toBeNull()
    expect(JSON.stringify(listed)).not.toContain(made.key)
  })
}
