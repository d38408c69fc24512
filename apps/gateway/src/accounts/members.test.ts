import { newId } from '@posthorn/contracts'
import { startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { credential } from '../gateway.fixture.ts'
import { gatewayService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(gatewayService, { env: { PORT: '0', CREDENTIAL: credential } })
})
afterAll(() => service[Symbol.asyncDispose]())

const gateway = () => service.clients.gateway
const operator = () => service.clients.calling({ workspace: null, scopes: ['operator'] })

describe('members', () => {
  it('an operator can create them, and the team list shows those of its own workspace, by name', async () => {
    const [mine, other] = [
      await gateway().workspaces.create.mutate({ name: 'Mine' }, operator()),
      await gateway().workspaces.create.mutate({ name: 'Other' }, operator()),
    ]
    const grace = { workspace: mine.id, name: 'Grace', email: ' Grace@Shop.example.com ' }
    const made = await gateway().members.create.mutate(grace, operator())
    expect(made).toMatchObject({ name: 'Grace', email: 'grace@shop.example.com', workspace: mine.id })
    const ada = await gateway().members.create.mutate(
      { workspace: mine.id, name: 'Ada', email: 'ada@shop.example.com' },
      operator(),
    )
    const team = await gateway().team.list.query({}, service.as(mine.id))
    expect(team.items.map(({ id }) => id)).toEqual([ada.id, made.id])
    expect(team.items[0]).not.toHaveProperty('workspace')
    expect((await gateway().team.list.query({}, service.as(other.id))).items).toEqual([])
    expect(await gateway().members.list.query({ workspace: mine.id }, operator())).toEqual([made, ada])
    await until(() => service.bus.published.filter(({ event }) => event === 'member:updated').length === 2)
    expect(service.bus.published.find(({ aggregate }) => aggregate.id === made.id)?.data).toEqual({
      id: made.id,
      name: 'Grace',
      email: 'grace@shop.example.com',
      role: 'agent',
      disabled: false,
    })
  })

  it('the same address twice, an unknown workspace, a wrong address and a key of a workspace are refused', async () => {
    const { id: workspace } = await gateway().workspaces.create.mutate({ name: 'Shop' }, operator())
    const person = { workspace, name: 'Ada', email: 'ada@shop.example.com' }
    await gateway().members.create.mutate(person, operator())
    const again = { ...person, email: 'ADA@shop.example.com' }
    await expect(gateway().members.create.mutate(again, operator())).rejects.toThrow('already exists')
    await expect(gateway().members.create.mutate({ ...person, workspace: newId('ws') }, operator())).rejects.toThrow(
      'no such workspace',
    )
    await expect(gateway().members.create.mutate({ ...person, email: 'ada' }, operator())).rejects.toThrow(
      'must be an email address',
    )
    await expect(gateway().members.create.mutate(person, service.as(workspace))).rejects.toThrow('scope operator')
    await expect(gateway().members.list.query({}, service.as(workspace))).rejects.toThrow('scope operator')
  })

  it('changes at the same moment have different versions', async () => {
    const { id: workspace } = await gateway().workspaces.create.mutate({ name: 'Shop' }, operator())
    const input = { workspace, name: 'Ada', email: 'ada@shop.example.com' }
    const { id } = await gateway().members.create.mutate(input, operator())
    await service.rows('begin')
    await service.rows('select 1 from workspace where workspace_id = $1 for update', [workspace])
    await service.rows('update member set version = version + 1 where id = $1', [id])
    const changing = gateway().members.update.mutate({ id, name: 'Grace' }, operator())
    const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await service.rows(waits)).length > 0)
    await service.rows('commit')
    expect(await changing).toMatchObject({ name: 'Grace' })
    expect(await service.rows('select version from member where id = $1', [id])).toEqual([{ version: 3 }])
  })

  it('an operator can change and remove them, which is announced; an address someone has and an unknown member are refused', async () => {
    const { id: workspace } = await gateway().workspaces.create.mutate({ name: 'Shop' }, operator())
    const add = (name: string) =>
      gateway().members.create.mutate({ workspace, name, email: `${name}@shop.example.com` }, operator())
    const [ada, grace] = [await add('ada'), await add('grace')]
    const { update, remove } = gateway().members
    const changed = await update.mutate({ id: ada.id, name: 'Ada L.', email: ' ADA@example.com ' }, operator())
    expect(changed).toEqual({ ...ada, name: 'Ada L.', email: 'ada@example.com' })
    expect(await update.mutate({ id: ada.id }, operator())).toEqual(changed)
    const taken = update.mutate({ id: ada.id, email: grace.email }, operator())
    await expect(taken).rejects.toThrow('already exists')
    expect(await remove.mutate({ id: ada.id }, operator())).toEqual({ id: ada.id, deleted: true })
    expect((await gateway().team.list.query({}, service.as(workspace))).items.map(({ id }) => id)).toEqual([grace.id])
    await expect(remove.mutate({ id: ada.id }, operator())).rejects.toThrow('no such member')
    await expect(update.mutate({ id: newId('mem'), name: 'x' }, operator())).rejects.toThrow('no such member')
    await expect(remove.mutate({ id: grace.id }, service.as(workspace))).rejects.toThrow('scope operator')
    const announced = () => service.bus.published.filter(({ aggregate }) => aggregate.id === ada.id)
    await until(() => announced().length === 3)
    expect(announced().map(({ event, aggregate }) => [event, aggregate.version])).toEqual([
      ['member:updated', 1],
      ['member:updated', 2],
      ['member:removed', 3],
    ])
  })
})
