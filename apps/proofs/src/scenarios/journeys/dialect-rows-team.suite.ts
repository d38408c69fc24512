import { until } from '@posthorn/testkit'
import { addMember, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { wid } from './dialect-client.ts'
import { fieldsOf, type Rows } from './dialect-row.fixture.ts'

function labelRows({ row, device }: Rows): void {
  test('makes, lists, changes and deletes labels and quick replies', async () => {
    const d = await device()
    for (const path of ['/devices/{d}/labels', '/chat/{d}/labels']) {
      const label = { values: { d }, fields: fieldsOf.label }
      const name = `Row ${newCustomer()}`
      const json = { name, color: 'ruby', description: 'A row' }
      expect(await row(`POST ${path}`, { ...label, json })).toMatchObject(json)
      await row(`POST ${path}`, { ...label, json, status: 409, fields: ['errorCode'] })
      await row(`GET ${path}`, { ...label, query: '?size=200' })
      expect(await row(`PATCH ${path}`, { ...label, json: { name, color: 'blue' } })).toMatchObject({ color: 'iron' })
      await row(`DELETE ${path}`, { ...label, json: { name } })
    }
    const reply = { values: { d }, fields: ['id', 'name', 'message'] }
    const json = { name: `Row ${newCustomer()}`, message: 'On its way.' }
    const { id } = await row('POST /devices/{d}/quickReplies', { ...reply, json })
    await row('GET /devices/{d}/quickReplies', reply)
    await row('PATCH /devices/{d}/quickReplies', { ...reply, json: { id, message: 'Sent.' } })
    await row('DELETE /devices/{d}/quickReplies', { ...reply, json: { id } })
  })
}

function memberRows(system: () => RunningSystem, { row, call, device, write }: Rows): void {
  test('lists, invites, changes and removes members and departments, and gives chats to members', async () => {
    const d = await device()
    const key = await system().keyWith('read', 'send', 'manage', 'admin')
    const email = `${newCustomer().slice(1)}@team.example.com`
    await addMember(system(), { name: 'Grace Hopper', email })
    const member = { values: { d }, fields: fieldsOf.member, key }
    for (const path of ['/team', '/devices/{d}/team', '/devices/{d}/agents', '/agents']) {
      const [found] = await row(`GET ${path}`, { ...member, query: `?search=${email}&role=agent` })
      expect(found).toMatchObject({ email, status: 'active' })
    }
    const [{ id } = {}] = await row('GET /team', { ...member, query: `?search=${email}` })
    const department = { values: { d }, fields: ['id', 'name', 'agents', 'createdAt'], key }
    const json = { name: `Row ${newCustomer()}`, description: 'Parcels', agents: [id] }
    const made = await row('POST /devices/{d}/departments', { ...department, json })
    expect(made).toMatchObject({ name: json.name, agents: [id] })
    await row('GET /devices/{d}/departments', { ...department, query: `?agents=${String(id)}` })
    const changed = { id: made['id'], name: `${json.name} more`, agents: [email] }
    await row('PATCH /devices/{d}/departments', { ...department, json: changed })
    await row('DELETE /devices/{d}/departments', { ...department, json: { id: made['id'] } })
    const phone = newCustomer()
    await write(phone, { text: 'Hello' })
    const values = { d, w: wid(phone) }
    const assign = () => call(`PATCH /chat/${d}/chats/${values.w}/owner`, { json: { agent: id } })
    await until(async () => (await assign()).status === 200)
    const owned = await row('PATCH /chat/{d}/chats/{w}/owner', { values, json: { email }, fields: fieldsOf.chat })
    expect(owned).toMatchObject({ owner: { agent: id } })
    await row('DELETE /chat/{d}/chats/{w}/owner', { values, fields: fieldsOf.chat })
    await row('PATCH /team', { ...member, json: { id, name: 'Grace' } })
    await row('PATCH /devices/{d}/team', { ...member, json: { email, status: 'active' } })
    await row('DELETE /team', { ...member, json: { id } })
    const invited = `${newCustomer().slice(1)}@team.example.com`
    await row('POST /devices/{d}/team', { ...member, json: { email: invited, role: 'agent' } })
    expect(await row('DELETE /devices/{d}/team', { ...member, json: { email: invited } })).toMatchObject({
      status: 'removed',
    })
  })
}

export function dialectTeamRows(system: () => RunningSystem, rows: Rows): void {
  labelRows(rows)
  memberRows(system, rows)
}
