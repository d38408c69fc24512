import { accounts, Fault, type MountedApi } from '@posthorn/contracts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

// Replaces the dialect package with a different API that exists only in this test.
vi.mock('@posthorn/dialect', () => ({
  dialect: {
    prefix: '/other',
    async respond({ method, path, query, headers }, call) {
      if (method !== 'GET' || path !== '/v2/me') throw new Fault('route:not_found')
      const caller = await call.admit({ key: String(headers['x-key'] ?? ''), template: '/v2/me' })
      const { workspace } = await caller.ask(accounts.me.get, {})
      return {
        status: 203,
        headers: { 'X-Face': 'other' },
        body: { workspace: workspace.name, key: caller.key, query },
      }
    },
    refuse: ({ status, code }) => ({ status, headers: { 'X-Face': 'other' }, body: { refused: code } }),
  } satisfies MountedApi,
  webhookFormat: {
    name: 'other',
    kindsOf: () => undefined,
    unknownName: '',
    onePerUrl: false,
    render: () => ({ body: '' }),
  },
}))

let fixture: GatewayFixture
let key: string
beforeAll(async () => {
  fixture = await startGatewayFixture()
  key = (await fixture.tenant(['read', 'send', 'manage', 'admin'])).token
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('the main API does not need the dialect, and serves any API mounted in its place', async () => {
  const me = await fixture.send('/v1/me', { headers: { Authorization: `Bearer ${key}` } })
  expect(me.status).toBe(200)
  const { workspace } = me.json as unknown as { workspace: { name: string } }
  const own = await fixture.send('/other/v2/me?a=1', { headers: { 'X-Key': key } })
  expect([own.status, own.json, own.headers.get('x-face')]).toEqual([
    203,
    { workspace: workspace.name, key: expect.stringMatching(/^key_/), query: 'a=1' },
    'other',
  ])
  for (const [path, headers, expected] of [
    ['/other/v2/me', {}, { refused: 'token:invalid' }],
    ['/other/nothing', { 'X-Key': key }, { refused: 'route:not_found' }],
    ['/others/v2/me', {}, { errorCode: 'route:not_found' }],
    ['/compat/v1/devices', { Token: key }, { errorCode: 'route:not_found' }],
  ] as const) {
    expect([path, (await fixture.send(path, { headers })).json]).toEqual([path, expect.objectContaining(expected)])
  }
})
