import { newId } from '@posthorn/contracts'
import { startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential } from '../gateway.fixture.ts'
import { gatewayService } from '../service.ts'

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

  it('show their settings to their own keys, which change them; a change is announced once, with its version', async () => {
    const { workspaces, workspace } = kit.clients.gateway
    const operator = kit.clients.calling({ workspace: null, scopes: ['operator'] })
    const { id, createdAt } = await workspaces.create.mutate({ name: 'Shop' }, operator)
    const shown = { id, name: 'Shop', createdAt, settings: { optedOutMessages: 'send' } }
    expect(await workspace.get.query({}, kit.as(id))).toEqual(shown)
    expect(await workspace.update.mutate({ name: 'Kiosk' }, kit.as(id))).toEqual({ ...shown, name: 'Kiosk' })
    const settings = { optedOutMessages: 'refuse' as const }
    for (const _ of [1, 2])
      expect(await workspace.update.mutate({ settings }, kit.as(id))).toEqual({ ...shown, name: 'Kiosk', settings })
    const announced = () =>
      kit.bus.published.filter((sent) => sent.workspace === id && sent.event === 'workspace:updated')
    await until(() => announced().length > 0)
    expect(announced()).toMatchObject([{ data: { settings }, aggregate: { id, version: 2 } }])
    const reader = kit.as(id, { scopes: ['read', 'send'] })
    await expect(workspace.update.mutate({ settings }, reader)).rejects.toThrow('scope')
    await expect(workspace.get.query({}, kit.as(newId('ws')))).rejects.toThrow('no such workspace')
  })
})
