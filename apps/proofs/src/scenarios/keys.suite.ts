import { until } from '@posthorn/testkit'
import { listen, newKey, newWorkspace, type RunningSystem, rowsOf } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Key = { id: string; key: string; hint: string; test: boolean; numbers: string[] | null }

/** A test key must never reach a real person, so it works only with numbers of the simulator. */
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

/** Every process caches a key for 5 s unless it is notified of the revocation. */
const belowMemoryMs = 4_000

/** Processes cache keys, so a revocation must be announced to all of them. */
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

type Made = { id: string }

/** Nothing of one workspace shows in another, not even whether an id exists. */
export function twoWorkspaces(system: () => RunningSystem): void {
  test("two workspaces: neither sees the other's messages, numbers or events", async () => {
    const { workspace: other, key } = await newWorkspace(system(), 'Other')
    const number = await system().ok<Made>('POST', '/v1/numbers', {
      key,
      body: { name: 'Other', provider: 'simulator' },
    })
    await until(async () => (await system().call('GET', `/v1/numbers/${number.id}/queue`, { key })).status === 200)
    await using mine = await listen(system(), { events: ['message:*'] })
    await using theirs = await listen(system(), { events: ['message:*'], key })

    const body = { phone: '+4915120000005', message: 'the same words' }
    const sent = await system().ok<Made>('POST', '/v1/messages', { body })
    const sentThere = await system().ok<Made>('POST', '/v1/messages', { body, key })
    const reported = (id: string, where: typeof mine) => where.received().filter(({ data }) => data.id === id)
    const isRead = (id: string, where: typeof mine) => reported(id, where).some(({ data }) => data.ack === 'read')
    await until(() => isRead(sent.id, mine) && isRead(sentThere.id, theirs), {
      describe: 'both to be reported as read',
    })
    expect([...reported(sent.id, theirs), ...reported(sentThere.id, mine)]).toEqual([])
    expect(theirs.received().every(({ workspace }) => workspace === other)).toBe(true)

    const foreign = await system().call('GET', `/v1/messages/${sentThere.id}`)
    const unknown = await system().call('GET', `/v1/messages/${sentThere.id.slice(0, -4)}0000`)
    expect(foreign.status).toBe(404)
    const { requestId: _, ...foreignBody } = foreign.body
    const { requestId: __, ...unknownBody } = unknown.body
    expect(foreignBody).toEqual(unknownBody)
    expect((await system().call('GET', `/v1/numbers/${number.id}`)).status).toBe(404)
    const listed = await system().ok<Made[]>('GET', '/v1/messages?size=200', { key })
    expect(listed.map(({ id }) => id)).toEqual([sentThere.id])
  })
}
