import { type RunningSystem, rowsOf } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Key = { id: string; key: string; hint: string; test: boolean; numbers: string[] | null }

export function testKey(system: () => RunningSystem): void {
  test('test key: begins with ph_test_, sends by simulator numbers, and knows no real one; another workspace has none to test', async () => {
    const running = system()
    const { account } = running
    const ok: RunningSystem['ok'] = (...args) => running.ok(...args)
    const call: RunningSystem['call'] = (...args) => running.call(...args)
    const posthorn: RunningSystem['posthorn'] = (...args) => running.posthorn(...args)
    const admin = async (workspace: string) => {
      const options = ['--name', 'admin', '--workspace', workspace, '--scopes', 'read,send,manage,admin']
      return (await posthorn<Key>('operator', 'key', 'create', ...options)).key
    }
    const key = await admin(account.workspace)
    const body = { name: 'tests', scopes: ['read', 'send', 'manage', 'admin'], test: true }
    const made = await ok<Key>('POST', '/v1/keys', { key, body })
    expect(made).toMatchObject({ test: true, hint: made.key.slice(0, made.hint.length) })
    expect(made.key.startsWith('ph_test_')).toBe(true)
    expect(made.numbers).toContain(account.number)

    // A real number can't be connected without the provider.
    const other = await ok<{ id: string }>('POST', '/v1/numbers', { key, body: { name: 'R', provider: 'simulator' } })
    await rowsOf(running, `update numbers.number set provider = 'cloud' where id = $1`, [other.id])
    const message = { phone: '+4915120000461', message: 'Hello' }
    const send = (number: string) => call('POST', '/v1/messages', { key: made.key, body: { ...message, number } })
    expect((await send(account.number)).status).toBe(201)
    expect((await send(other.id)).status).toBe(422)
    const wider = await call<{ errors: { path: string }[] }>('POST', '/v1/keys', {
      key,
      body: { ...body, numbers: [account.number, other.id] },
    })
    expect([wider.status, wider.body.errors]).toMatchObject([400, [{ path: 'numbers.1' }]])
    const rotated = await ok<Key>('POST', `/v1/keys/${made.id}/rotate`, { key, body: {} })
    expect(rotated.key.startsWith('ph_test_')).toBe(true)
    await call('POST', `/v1/numbers/${other.id}/disconnect`, { key })

    const forTests = ['operator', 'key', 'create', '--name', 'tests', '--test', '--workspace']
    const byOperator = await posthorn<Key>(...forTests, account.workspace)
    expect(byOperator.key.startsWith('ph_test_')).toBe(true)
    expect(byOperator.numbers).toEqual(made.numbers)

    const { id: workspace } = await posthorn<{ id: string }>('operator', 'workspace', 'create', 'Empty')
    const none = await call<{ errorCode: string }>('POST', '/v1/keys', { key: await admin(workspace), body })
    expect([none.status, none.body.errorCode]).toEqual([409, 'key:no_test_number'])
  })
}
