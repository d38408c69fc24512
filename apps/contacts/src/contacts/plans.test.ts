import {
  busEvent,
  copiedId,
  copyRow,
  incomingMessage,
  keepTablesNew,
  type PlanWatch,
  type RanPlan,
  startTestService,
  type TestService,
  until,
  watchPlans,
} from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importEnded } from '../contacts.fixture.ts'
import { contactsService } from '../service.ts'

/** Enough rows to make a sequential scan the worse plan. */
const rows = 5_000

let fixture: TestService
let watch: PlanWatch
let workspace: string

const api = () => fixture.clients.contacts.contacts
const as = () => fixture.as(workspace)

/** Plans of statements that first ran on new tables and now run on full ones, which Postgres hasn't analyzed yet. */
let plansOfNewTables: RanPlan[]

let reported = 0
/** Reports a person who is not a contact, and waits until the report is applied. */
async function reportStranger() {
  reported += 1
  const identifiers = [
    { type: 'phone' as const, value: `+4915188${100_000 + reported}` },
    { type: 'provider_user' as const, value: `DE.${100_000 + reported}` },
  ]
  const data = { timestamp: new Date().toISOString(), identifiers }
  await fixture.apply(busEvent({ event: 'provider:person', workspace, data }))
}

beforeAll(async () => {
  fixture = await startTestService(contactsService)
  workspace = fixture.workspace()
  await keepTablesNew(fixture)
  watch = await watchPlans(fixture)
  // Postgres settles on a generic plan after five executions.
  for (let i = 0; i < 8; i++) await reportStranger()
  await api().create.mutate(
    { phone: '+4915112345678', name: 'First Person', email: 'first@example.com', tags: ['vip'] },
    as(),
  )
  const changes = {
    contact: `'id', ${copiedId('id')}, 'phone', '+4917' || (100000000 + i), 'name', md5(i::text) || ' ' || md5((i % 97)::text),
      'email', 'p' || i || '@example.com', 'tags', to_jsonb(array['t' || i % 100]),
      'created_at', to_jsonb(now() - make_interval(secs => i)), 'updated_at', to_jsonb(now() - make_interval(secs => i))`,
    identity: `'value', '+4917' || (100000000 + i), 'contact_id', left(t.contact_id, -16) || lpad(i::text, 16, '0')`,
    received_event: `'event_id', ${copiedId('event_id')}`,
  }
  for (const [table, change] of Object.entries(changes))
    await copyRow(fixture, { table, where: 'true', params: [], count: rows, changes: `jsonb_build_object(${change})` })
  const chats = `insert into known_chat (workspace_id, id, person) select $1, 'chat_' || i, '+4917' || (100000000 + i)
    from generate_series(1, $2::integer) as i`
  await fixture.rows(chats, [workspace, rows])
  plansOfNewTables = await watch.during(reportStranger, [/previous_address/])
  await fixture.rows('vacuum (analyze)')
  watch = await watchPlans(fixture)
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('lists', () => {
  it.each([
    [{}, 'contact_newest'],
    [{ sort: 'updatedAt:desc' as const }, 'contact_updated'],
    [{ phone: '+4917100000044' }, 'contact_phone'],
    [{ search: 'person' }, 'contact_name'],
    [{ search: '+491710000004' }, 'contact_phone'],
    [{ search: 'p44@exa' }, 'contact_email'],
    [{ search: 'p44@exa' }, 'contact_username'],
    [{ search: 'Firts Person' }, 'contact_name'],
    [{ updatedAfter: new Date(Date.now() - 60_000).toISOString() }, 'contact_updated'],
    [{ createdAfter: new Date(Date.now() - 60_000).toISOString() }, 'contact_newest'],
  ])('contacts %o are found by %s', async (input, index) => {
    const plans = await watch.during(() => api().list.query(input, as()))
    expect({ wasteful: watch.wasteful(plans), indexes: watch.indexesOf(plans, /from contact/) }).toEqual({
      wasteful: [],
      indexes: expect.arrayContaining([index]) as string[],
    })
  })
})

it('no statement about a reported person that was planned for new tables reads a large table to its end', () => {
  expect(watch.wasteful(plansOfNewTables)).toEqual([])
})

it('a message of someone new finds out by indexes that they are', async () => {
  const from = { phone: '+4915199999999', name: 'Somebody New' }
  const plans = await watch.during(async () => {
    await fixture.bus.publish(incomingMessage(workspace, from))
    await until(async () => (await api().list.query({ phone: from.phone }, as())).items.length === 1)
  })
  expect(watch.wasteful(plans)).toEqual([])
  expect(watch.indexesOf(plans, /identity/)).toEqual(
    expect.arrayContaining(['identity_value', 'previous_address_value']),
  )
})

it('an import finds by indexes which of its contacts, known or new, have a chat', async () => {
  const plans = await watch.during(async () => {
    const csv = 'phone,name\n+4917100000044,Ada\n+4915112345679,Grace\n'
    const { id } = await fixture.clients.contacts.imports.create.mutate({ csv, onDuplicate: 'update' }, as())
    expect((await importEnded(fixture, id, as())).counts).toMatchObject({ created: 1, updated: 1 })
  })
  expect(watch.wasteful(plans)).toEqual([])
  expect(watch.indexesOf(plans, /known_chat/)).toContain('known_chat_person')
})
