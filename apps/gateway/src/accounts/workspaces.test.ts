import { newId, usualSettings } from '@posthorn/contracts'
import { startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential } from '../gateway.fixture.ts'
import { gatewayService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(gatewayService, { env: { PORT: '0', CREDENTIAL: credential } })
})
afterAll(() => service[Symbol.asyncDispose]())

describe('workspaces', () => {
  it('are made and listed by operators only, oldest first', async () => {
    const { workspaces } = service.clients.gateway
    const operator = service.clients.calling({ workspace: null, scopes: ['operator'] })
    const first = await workspaces.create.mutate({ name: 'Shop' }, operator)
    const second = await workspaces.create.mutate({ name: 'Kiosk' }, operator)
    expect(await workspaces.list.query({}, operator)).toEqual([first, second])
    await expect(workspaces.list.query({}, service.as(first.id))).rejects.toThrow('scope operator')
    await expect(workspaces.create.mutate({ name: 'x' }, service.as(first.id))).rejects.toThrow('scope operator')
  })

  it('are found by the public part of a key and by their id, and only here', async () => {
    const { workspaces, workspaceKeys } = service.clients.gateway
    const operator = service.clients.calling({ workspace: null, scopes: ['operator'] })
    const { id: workspace } = await workspaces.create.mutate({ name: 'Shop' }, operator)
    const { key } = await workspaceKeys.create.mutate({ workspace, name: 'shop' }, operator)
    const publicId = key.slice('ph_live_'.length, 'ph_live_'.length + 12)
    expect(await workspaces.find.query({ by: 'key', id: publicId }, operator)).toEqual({ workspace })
    expect(await workspaces.find.query({ by: 'workspace', id: workspace }, operator)).toEqual({ workspace })
    expect(await workspaces.find.query({ by: 'key', id: publicId.toLowerCase() }, operator)).toEqual({
      workspace: null,
    })
    expect(await workspaces.find.query({ by: 'workspace', id: newId('ws') }, operator)).toEqual({ workspace: null })
    const asKey = service.as(workspace)
    await expect(workspaces.find.query({ by: 'key', id: publicId }, asKey)).rejects.toThrow('scope operator')
  })

  it('show their settings to their own keys, which change them; a change is announced once, with its version', async () => {
    const { workspaces, workspace } = service.clients.gateway
    const operator = service.clients.calling({ workspace: null, scopes: ['operator'] })
    const { id, createdAt } = await workspaces.create.mutate({ name: 'Shop' }, operator)
    const shown = { id, name: 'Shop', createdAt, settings: usualSettings }
    expect(await workspace.get.query({}, service.as(id))).toEqual(shown)
    expect(await workspace.update.mutate({ name: 'Kiosk' }, service.as(id))).toEqual({ ...shown, name: 'Kiosk' })
    const hours = [{ day: 'monday' as const, from: '09:00', to: '17:00' }]
    const changed = { optedOutMessages: 'refuse' as const, country: 'DE', hours, optOutWords: ['basta'] }
    const settings = { ...usualSettings, ...changed }
    for (const _ of [1, 2])
      expect(await workspace.update.mutate({ settings: changed }, service.as(id))).toEqual({
        ...shown,
        name: 'Kiosk',
        settings,
      })
    const announced = () =>
      service.bus.published.filter((sent) => sent.workspace === id && sent.event === 'workspace:updated')
    await until(() => announced().length > 0)
    expect(announced()).toMatchObject([{ data: { settings }, aggregate: { id, version: 2 } }])
    const cleared = await workspace.update.mutate({ settings: { country: null, hours: null } }, service.as(id))
    expect(cleared.settings).toEqual({ ...settings, country: null, hours: null })
    const reader = service.as(id, { scopes: ['read', 'send'] })
    await expect(workspace.update.mutate({ settings }, reader)).rejects.toThrow('scope')
    await expect(workspace.get.query({}, service.as(newId('ws')))).rejects.toThrow('no such workspace')
  })
})
