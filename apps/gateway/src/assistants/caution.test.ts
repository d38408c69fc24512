import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'
import { call, connectAssistant } from './client.fixture.ts'

let fixture: GatewayFixture
let tenant: Awaited<ReturnType<GatewayFixture['tenant']>>
beforeAll(async () => {
  fixture = await startGatewayFixture()
  tenant = await fixture.tenant()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const connect = (token = tenant.token) => connectAssistant(`${fixture.url}/mcp`, { Token: token })
const contactsWith = async (phone: string) =>
  (await fixture.send(`/v1/contacts?phone=${encodeURIComponent(phone)}`, { token: tenant.token })).json

test.each([true, 'true', 'false', 'no', 1, 0, null, {}, []])(
  'a tool called with dryRun %j changes nothing, as anything except false',
  async (dryRun) => {
    const phone = '+4915112345801'
    const result = await call(await connect(), 'create_contact', { phone, dryRun })
    expect(result.isError === true || result.structuredContent?.data['dryRun']).toBe(true)
    expect(await contactsWith(phone)).toEqual([])
  },
)

test('a tool called with dryRun false does what it says', async () => {
  const phone = '+4915112345802'
  await call(await connect(), 'create_contact', { phone, dryRun: false })
  expect(await contactsWith(phone)).toMatchObject([{ phone }])
})

test('twelve calls at once reach as many recipients as the day allows, and no more', async () => {
  const { clients } = fixture.gateway
  const actor = { type: 'key' as const, id: tenant.keyId, name: 'shop' }
  const one = { tool: 'send_message', given: {}, recipients: 1, recipientsMax: 4, dryRun: false }
  const calling = clients.calling({ workspace: tenant.workspace, actor, scopes: ['operator'] })
  const calls = Array.from({ length: 12 }, () => clients.gateway.assistants.record.mutate(one, calling))
  const ends = await Promise.allSettled(calls)
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('a call that cannot be recorded is not made', async () => {
  const phone = '+4915112345803'
  const client = await connect()
  await fixture.gateway.rows('alter table outbox rename to outbox_away')
  const result = await call(client, 'create_contact', { phone }).finally(() =>
    fixture.gateway.rows('alter table outbox_away rename to outbox'),
  )
  expect(result.isError).toBe(true)
  expect(await contactsWith(phone)).toEqual([])
  await call(client, 'create_contact', { phone })
  expect(await contactsWith(phone)).toMatchObject([{ phone }])
})

test('no tool shows anything of another workspace', async () => {
  const phone = '+4915112345804'
  const created = await call(await connect(), 'create_contact', { phone, name: 'Theirs' })
  const id = String(created.structuredContent?.data['id'])
  const other = await connect((await fixture.tenant()).token)
  const found = await call(other, 'find_contacts', { phone })
  expect(found.structuredContent?.data).toMatchObject({ items: [] })
  const answers = []
  for (const of of [id, 'con_01k5v2s8xgf9hb3m4q7r8t9w0y']) {
    const seen = await call(other, 'get_contact', { id: of })
    const changed = await call(other, 'update_contact', { id: of, name: 'Mine' })
    answers.push([seen, changed].map(({ isError, text }) => [isError, text.replaceAll(of, 'id')]))
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.map(([isError]) => isError)).toEqual([true, true])
  expect(await contactsWith(phone)).toMatchObject([{ name: 'Theirs' }])
})
