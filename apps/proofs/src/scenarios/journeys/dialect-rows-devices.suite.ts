import { until } from '@posthorn/testkit'
import { addMember, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { wid } from './dialect-client.ts'
import { fieldsOf, type Rows } from './dialect-row.fixture.ts'

const image = Buffer.from('ffd8ffe000040000ffc0001108028002800301220002110103110100', 'hex').toString('base64')

/** Registers the test of the dialect's operations on devices, which are connected numbers in our terms. */
function deviceRows(system: () => RunningSystem, { row, device, write }: Rows): void {
  test('shows, changes and restarts devices, with their profiles, blocks and chats', async () => {
    const d = await device()
    const one = { values: { d }, fields: fieldsOf.device }
    await row('GET /devices', { fields: fieldsOf.device, query: '?status=operative&sessionStatus=online&0=x' })
    const shown = await row('GET /devices/{d}', { ...one, query: '?include=agents,labels,quickReplies,departments' })
    expect(shown).toMatchObject({ departments: expect.any(Array), metrics: { openChats: expect.any(Number) } })
    await row('PATCH /devices/{d}', { ...one, json: { alias: shown['alias'], settings: { deliverySpeed: 4800 } } })
    for (const action of ['start', 'reboot']) await row(`POST /devices/{d}/${action}`, { ...one, json: { wait: true } })
    await row('GET /devices/{d}/sync', { values: { d }, fields: fieldsOf.sync })
    await row('GET /devices/{d}/health', { values: { d }, fields: ['status', 'uptime'] })
    const fields = ['name', 'status', 'image', 'businessProfile.websites', 'businessProfile.categories']
    const profile = { status: 'Open', businessProfile: { description: 'Parcels', websites: ['https://example.com'] } }
    await row('PATCH /devices/{d}/profile', { values: { d }, json: profile, fields })
    expect(await row('GET /devices/{d}/profile', { values: { d }, fields })).toMatchObject(profile)
    await row('PUT /devices/{d}/profile/image', { values: { d }, json: { image }, fields: ['url'] })
    await row('GET /devices/{d}/profile/image', { values: { d }, fields: ['url'] })
    const phone = newCustomer()
    const contacts = [wid(phone)]
    expect(await row('POST /devices/{d}/block', { values: { d }, json: { contacts } })).toEqual({ contacts })
    expect(await row('DELETE /devices/{d}/block', { values: { d }, json: { contacts } })).toEqual({ contacts })
    for (const line of ['DELETE /devices/{d}/chats', 'POST /devices/{d}/removechats']) {
      const customer = newCustomer()
      await write(customer, { text: 'Hello' })
      await until(async () => {
        const answer = await row(line, { values: { d }, json: [customer], fields: ['phone', 'status'] })
        return answer[0]?.['phone'] === customer && answer[0]['status'] === 'removed'
      })
    }
    const made = { name: 'To be removed', provider: 'simulator' }
    const { id } = await system().ok<{ id: string }>('POST', '/v1/numbers', { body: made })
    expect(await row('DELETE /devices/{d}', { values: { d: id }, fields: ['id', 'phone'] })).toMatchObject({
      status: 'disabled',
    })
  })
}

/** Registers the test that moves and empties a queue. It has a separate number, so that no other test's messages wait there. */
function queueRows(system: () => RunningSystem, { row, call, device }: Rows): void {
  test('pauses, shows, moves and empties queues', async () => {
    const made = { name: 'Second line', provider: 'simulator' }
    const { id: d } = await system().ok<{ id: string }>('POST', '/v1/numbers', { body: made })
    const values = { d }
    const fields = fieldsOf.queue
    await until(async () => (await call(`GET /devices/${d}/queue`)).status === 200)
    await row('POST /devices/{d}/queue', { values, json: { status: 'pause' }, fields })
    const send = () => row('POST /messages', { json: { phone: newCustomer(), device: d, message: 'Wait' } })
    await send()
    expect(await row('GET /devices/{d}/queue', { values, fields })).toMatchObject({ status: 'pause', size: 1 })
    expect(await row('PATCH /devices/{d}/queue', { values, json: { device: await device() } })).toEqual({ moved: 1 })
    await row('PATCH /devices/{d}/queue', { values, json: { device: d }, status: 409 })
    await send()
    const later = { phone: newCustomer(), device: d, message: 'Later', schedule: { delayTo: '1h' } }
    await row('POST /messages', { json: later })
    expect(await row('DELETE /devices/{d}/queue', { values, query: '?skipScheduled=1' })).toEqual({ removed: 1 })
    expect(await row('DELETE /devices/{d}/queue', { values, json: { wait: true } })).toEqual({ removed: 1 })
    expect(await row('POST /devices/{d}/queue', { values, json: { status: 'active' } })).toMatchObject({ total: 0 })
  })
}

/** Registers the test of the three statuses that stop a queue in the dialect: only a paused queue still accepts messages. */
function queueStatuses(system: () => RunningSystem, { row, call }: Rows): void {
  test('lets new messages wait in a queue that pauses, and refuses them where it rejects or freezes', async () => {
    const made = { name: 'Third line', provider: 'simulator' }
    const { id: d } = await system().ok<{ id: string }>('POST', '/v1/numbers', { body: made })
    const values = { d }
    await until(async () => (await call(`GET /devices/${d}/queue`)).status === 200)
    const set = (status: string) => row('POST /devices/{d}/queue', { values, json: { status } })
    const offer = async () => {
      const json = { phone: newCustomer(), device: d, message: 'Now?' }
      const { status, body } = await call('POST /messages', { json })
      return [status, body['errorCode']]
    }
    expect(await set('pause')).toMatchObject({ status: 'pause' })
    expect(await offer()).toEqual([201, undefined])
    expect(await set('freeze')).toMatchObject({ status: 'freeze', size: 1 })
    expect(await offer()).toEqual([409, 'queue:refusing'])
    expect(await row('GET /devices/{d}/queue', { values })).toMatchObject({ status: 'freeze', size: 1 })
    expect(await set('reject')).toMatchObject({ status: 'reject' })
    expect(await offer()).toEqual([409, 'queue:refusing'])
    await until(async () => (await row('GET /devices/{d}/queue', { values }))['total'] === 0)
    expect(await set('active')).toMatchObject({ status: 'active' })
    expect(await offer()).toEqual([201, undefined])
    expect((await call(`POST /devices/${d}/queue`, { json: { status: 'stop' } })).status).toBe(400)
  })
}

/** Registers the test of the dialect's operations on groups, their participants and invitations. */
function groupRows(system: () => RunningSystem, { row, device }: Rows): void {
  test('makes, shows and changes groups, and lets people in', async () => {
    const d = await device()
    const fields = fieldsOf.group
    const [ada, ben] = [newCustomer(), newCustomer()]
    const json = { name: 'Drivers', permissions: { approval: true }, participants: [{ phone: ada }] }
    const made = await row('POST /devices/{d}/groups', { values: { d }, json, fields })
    const values = { d, g: String(made['id']), w: String(made['id']) }
    const one = { values, fields }
    const shown = await until(async () => {
      const group = await row('GET /devices/{d}/groups/{g}', one)
      return group['isReadOnly'] === false && group
    })
    expect(shown).toMatchObject({ inviteCode: expect.any(String), inviteLink: expect.stringMatching(/^https:/) })
    const listed = await row('GET /devices/{d}/groups', { ...one, query: '?size=500' })
    expect(listed.map(({ id }) => id)).toContain(values.g)
    await row('PATCH /devices/{d}/groups/{g}', { ...one, json: { name: 'Drivers north', description: 'All' } })
    await row('PUT /devices/{d}/groups/{g}/image', { ...one, json: { image } })
    const invited = { participants: [{ phone: ben, admin: false }] }
    const person = ['phone', 'wid', 'isAdmin', 'isSuperAdmin']
    await row('POST /devices/{d}/groups/{g}/participants', { values, json: invited, fields: [...person, 'status'] })
    await row('GET /devices/{d}/groups/{g}/invite', { values, fields: fieldsOf.invite })
    const groups = await system().ok<{ id: string; inviteLink: string }[]>('GET', '/v1/groups?size=200')
    const group = groups.find(({ inviteLink }) => inviteLink === shown['inviteLink'])?.id
    const follow = (who: string) =>
      system().ok('POST', `/v1/numbers/${system().account.number}/simulate`, {
        body: { group: { group, action: 'follow_link', who } },
      })
    for (const who of [ada, ben]) await follow(who)
    const members = { values, fields: ['phone', 'wid', 'createdAt'] }
    await until(async () => (await row('GET /devices/{d}/groups/{g}/members', { values })).length === 2)
    await row('GET /devices/{d}/groups/{g}/members', members)
    await row('POST /devices/{d}/groups/{g}/members', { ...members, json: { phones: [ada] } })
    await row('DELETE /devices/{d}/groups/{g}/members', { ...members, json: { all: true } })
    await until(async () => (await row('GET /devices/{d}/groups/{g}', one))['totalParticipants'] === 1)
    await row('GET /devices/{d}/groups/{g}', {
      values,
      fields: [...fields, ...person.map((field) => `participants.0.${field}`)],
    })
    await row('POST /messages', { json: { group: values.g, message: 'Good morning', device: d } })
    await row('GET /chat/{d}/chats/{w}/participants', { values, fields: person })
    await row('GET /chat/{d}/chats/{w}', { values, fields: fieldsOf.groupChat, query: '?include=participants' })
    await row('DELETE /devices/{d}/groups/{g}/participants', { values, json: [ada], fields: person })
    await row('DELETE /devices/{d}/groups/{g}/invite', { values, fields: fieldsOf.invite })
  })
}

/** Registers the test of the dialect's operations on channels. */
function channelRows({ row, device }: Rows): void {
  test('makes, lists, shows, changes and deletes channels', async () => {
    const d = await device()
    const fields = fieldsOf.channel
    const json = { name: 'Offers', description: 'Each week' }
    const { id } = await row('POST /devices/{d}/channels', { values: { d }, json, fields })
    const values = { d, c: String(id) }
    await row('GET /devices/{d}/channels', { values, fields, query: '?size=200' })
    await row('GET /devices/{d}/channels/{c}', { values, fields })
    await row('PATCH /devices/{d}/channels/{c}', { values, fields, json: { name: 'Best offers' } })
    await row('DELETE /devices/{d}/channels/{c}', { values, fields })
  })
}

/** Registers the tests of everything below a device. `system` returns the system once it runs. */
export function dialectDeviceRows(system: () => RunningSystem, rows: Rows): void {
  deviceRows(system, rows)
  queueRows(system, rows)
  queueStatuses(system, rows)
  groupRows(system, rows)
  channelRows(rows)
}

/** Registers the test of labels, at both paths that the dialect has for them, and of quick replies. */
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

/** Registers the test of the team, at all four paths that the dialect has for it, and of departments. */
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
    for (const agent of [String(id), email]) {
      const found = await row('GET /devices/{d}/departments', { ...department, query: `?agents=${agent}` })
      expect(found).toMatchObject([{ id: made['id'] }])
    }
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

/** Registers the tests of what a team needs. `system` returns the system once it runs. */
export function dialectTeamRows(system: () => RunningSystem, rows: Rows): void {
  labelRows(rows)
  memberRows(system, rows)
}
