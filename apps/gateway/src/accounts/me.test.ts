import { faultOf } from '@posthorn/client'
import { newId } from '@posthorn/contracts'
import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential } from '../gateway.fixture.ts'
import { gatewayService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(gatewayService, { env: { PORT: '0', CREDENTIAL: credential } })
})
afterAll(() => service[Symbol.asyncDispose]())

describe('me.get', () => {
  it('shows the key that calls, and no key of another workspace', async () => {
    const { workspaces, workspaceKeys: keys, me } = service.clients.gateway
    const operator = service.clients.calling({ workspace: null, scopes: ['operator'] })
    const [mine, other] = [
      await workspaces.create.mutate({ name: 'Mine' }, operator),
      await workspaces.create.mutate({ name: 'Other' }, operator),
    ]
    const key = await keys.create.mutate({ workspace: mine.id, name: 'shop' }, operator)
    const actor = { type: 'key' as const, id: key.id }
    expect(await me.get.query({}, service.as(mine.id, { actor }))).toMatchObject({
      workspace: { id: mine.id, name: 'Mine' },
      key: { id: key.id, scopes: ['read', 'send', 'manage'] },
      limits: { perKey: { perSecond: 50, burst: 100 }, perWorkspace: { perSecond: 100, burst: 200 } },
      usage: { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), in: null, out: null },
    })
    const refusal = async (workspace: string) =>
      faultOf(await me.get.query({}, service.as(workspace, { actor })).catch((err) => err)).code
    expect(await refusal(other.id)).toBe('key:not_found')
    expect(await refusal(newId('ws'))).toBe('workspace:not_found')
  })
})
