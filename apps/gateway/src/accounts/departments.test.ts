import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture, type TestResponse } from '../gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const refusal = ({ status, json }: TestResponse) => [
  status,
  json['errorCode'],
  (json['errors'] as unknown as { path: string }[])?.[0]?.path,
]

async function addMember(workspace: string, name: string): Promise<string> {
  const person = { workspace, name, email: `${name.toLowerCase()}@shop.example.com` }
  return (await fixture.gateway.clients.gateway.members.create.mutate(person, fixture.operator())).id
}

describe('departments', () => {
  it('name members of the team, are listed by name, changed and deleted', async () => {
    const { workspace, token } = await fixture.tenant(['read', 'manage'])
    const [ada, bo] = [await addMember(workspace, 'Ada'), await addMember(workspace, 'Bo')]
    const send = (line: string, json?: object) => {
      const [method = '', target = ''] = line.split(' ')
      return fixture.send(target, { method, token, ...(json ? { json } : {}) })
    }
    const support = await send('POST /v1/departments', {
      name: 'Support',
      description: 'Questions',
      members: [bo, ada, bo],
    })
    expect([support.status, support.json]).toMatchObject([
      201,
      { name: 'Support', description: 'Questions', members: [ada, bo].toSorted(), version: 1 },
    ])
    const { id } = support.json as unknown as { id: string }
    const sales = await send('POST /v1/departments', { name: 'Sales' })
    expect(sales.json).toMatchObject({ description: null, members: [] })
    expect((await send('GET /v1/departments')).json).toEqual([sales.json, support.json])
    expect((await send(`GET /v1/departments/${id}`)).json).toEqual(support.json)
    expect(refusal(await send('POST /v1/departments', { name: ' SUPPORT' }))).toEqual([
      409,
      'department:duplicate',
      'name',
    ])
    const unknown = { name: 'Press', members: [ada, newId('mem')] }
    expect(refusal(await send('POST /v1/departments', unknown))).toEqual([422, 'member:not_found', 'members.1'])
    const changed = await send(`PATCH /v1/departments/${id}`, { name: 'Help', description: null, members: [bo] })
    expect(changed.json).toMatchObject({ name: 'Help', description: null, members: [bo], version: 2 })
    expect(refusal(await send(`PATCH /v1/departments/${id}`, { name: 'sales' }))).toEqual([
      409,
      'department:duplicate',
      'name',
    ])
    await fixture.gateway.clients.gateway.members.remove.mutate({ id: bo }, fixture.operator())
    expect((await send('GET /v1/departments')).json).toMatchObject([{ name: 'Help', members: [] }, { name: 'Sales' }])
    expect((await send(`DELETE /v1/departments/${id}`)).json).toEqual({ id, deleted: true })
    const told = await until(() => {
      const events = fixture.gateway.bus.published.filter(({ aggregate }) => aggregate.id === id)
      return events.length === 3 && events
    })
    expect(told.map(({ event, data, aggregate }) => [event, data, aggregate.version])).toEqual([
      ['department:updated', { id, name: 'Support', members: [ada, bo].toSorted() }, 1],
      ['department:updated', { id, name: 'Help', members: [bo] }, 2],
      ['department:removed', { id }, 3],
    ])
    expect(refusal(await send(`DELETE /v1/departments/${id}`))).toEqual([404, 'department:not_found', undefined])
    expect(refusal(await send(`PATCH /v1/departments/${id}`, {}))).toEqual([404, 'department:not_found', undefined])
  })

  it('of another workspace, and its members, do not exist; a key that may only read cannot change them', async () => {
    const [mine, theirs] = [await fixture.tenant(['read', 'manage']), await fixture.tenant(['read', 'manage'])]
    const member = await addMember(theirs.workspace, 'Cleo')
    const made = await fixture.send('/v1/departments', { token: theirs.token, json: { name: 'Theirs' } })
    const { id } = made.json as unknown as { id: string }
    const foreign = { token: mine.token, json: { name: 'Mine', members: [member] } }
    expect(refusal(await fixture.send('/v1/departments', foreign))).toEqual([422, 'member:not_found', 'members.0'])
    expect((await fixture.send('/v1/departments', { token: mine.token })).json).toEqual([])
    const removal = await fixture.send(`/v1/departments/${id}`, { method: 'DELETE', token: mine.token })
    expect(removal.status).toBe(404)
    expect((await fixture.send(`/v1/departments/${id}`, { token: mine.token })).status).toBe(404)
    const reader = await fixture.tenant(['read'])
    expect((await fixture.send('/v1/departments', { token: reader.token, json: { name: 'x' } })).status).toBe(403)
  })
})
