import { startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayService } from '../service.ts'
import { credential } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startTestService(gatewayService, { env: { PORT: '0', CREDENTIAL: credential } })
})
afterAll(() => kit[Symbol.asyncDispose]())

describe('workspaces', () => {
  it('are made and listed by operators only, oldest first', async () => {
    const { workspaces } = kit.clients.gateway
    const operator = kit.clients.calling({ workspace: null, scopes: ['operator'] })
    const first = await workspaces.create.mutate({ name: 'Shop' }, operator)
    const second = await workspaces.create.mutate({ name: 'Kiosk' }, operator)
    expect(await workspaces.list.query({}, operator)).toEqual([first, second])
    await expect(workspaces.list.query({}, kit.as(first.id))).rejects.toThrow('scope operator')
    await expect(workspaces.create.mutate({ name: 'x' }, kit.as(first.id))).rejects.toThrow('scope operator')
  })
})
