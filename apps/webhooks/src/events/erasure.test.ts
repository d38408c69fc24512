import {
  type BusEvent,
  erasedPersonPurpose,
  exampleChat,
  exampleContact,
  exampleMessage,
  idFloor,
  newId,
} from '@posthorn/contracts'
import {
  busEvent,
  eraseAgain,
  packLightly,
  requestErasure,
  startReceiver,
  type TestService,
  until,
} from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, createGate, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

it('an erased person is in no recorded event and no stored response; the log keeps its sequences', async () => {
  await using receiver = await startReceiver()
  receiver.respondWith({ status: 200, body: 'thank you, Ada' })
  const fixture = createFixture(service)
  const { id } = await fixture.webhook(receiver)
  const phones = ['+15557100001', '+155571000019']
  const contacts = phones.map((phone) => ({ ...exampleContact, phone, name: 'Ada', identities: [] }))
  const events = contacts.map((data) => busEvent({ event: 'contact:created', workspace: fixture.workspace, data }))
  await service.bus.publish(...events)
  await until(async () => (await fixture.deliveries(id)).filter(({ status }) => status === 'succeeded').length === 2)
  await requestErasure(service, 'webhooks', { workspace: fixture.workspace, phones: [phones[0] as string] })
  const log = await fixture.api().events.list.query({}, fixture.as())
  expect(log.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(log[0]).toMatchObject({ event: 'contact:created', data: { id: exampleContact.id, erased: true } })
  expect(log[1]?.data).toMatchObject({ phone: phones[1], name: 'Ada' })
  const bodies = await service.rows<{ body: string }>(
    `select a.response_body as body from attempt a join delivery d on d.id = a.delivery_id order by d.event_sequence`,
  )
  expect(bodies.map(({ body }) => body)).toEqual(['', 'thank you, Ada'])
})

it('the chat of an erased person leads to no event any more', async () => {
  const fixture = createFixture(service)
  const [phone, chat] = ['+15557100002', newId('chat')]
  const { workspace } = fixture
  const data = { ...exampleChat, id: chat, phone, change: 'created' } as unknown as BusEvent<'chat:updated'>['data']
  await service.bus.publish(busEvent({ event: 'chat:updated', workspace, data }))
  const ofChat = () => fixture.api().events.list.query({ chat }, fixture.as())
  await until(async () => (await ofChat()).length === 1)
  await requestErasure(service, 'webhooks', { workspace, phones: [phone] })
  expect(await ofChat()).toEqual([])
})

it('an erased person is in no event on either side of the gap that a restore leaves in the log', async () => {
  const fixture = createFixture(service)
  const { workspace } = fixture
  const data = { ...exampleContact, phone: '+15557100003', name: 'Ada', identities: [] }
  const log = () => fixture.api().events.list.query({}, fixture.as())
  await service.bus.publish(busEvent({ event: 'contact:created', workspace, data }))
  await until(async () => (await log()).length === 1)
  await service.rows('update workspace_sequence set last = last + 30000000000')
  await service.bus.publish(busEvent({ event: 'contact:created', workspace, data }))
  await until(async () => (await log()).length === 2)
  await requestErasure(service, 'webhooks', { workspace, phones: [data.phone] })
  expect((await log()).map((event) => event.data)).toEqual(Array(2).fill({ id: exampleContact.id, erased: true }))
})

it('an erased person is looked for again only in what was announced since the last look and the hour before', async () => {
  const workspace = service.workspace()
  const phone = '+15557100005'
  await requestErasure(service, 'webhooks', { workspace, phones: [phone] })
  const announced = [120, 30, 0].map((minutes) => idFloor('evt', Date.now() - minutes * 60_000))
  const payload = packLightly(JSON.stringify({ phone }))
  for (const id of announced)
    await service.rows(`insert into outbox (id, workspace_id, kind, payload) values ($1, $2, 'webhook:updated', $3)`, [
      id,
      workspace,
      payload,
    ])
  await eraseAgain(service, 'webhooks', workspace)
  const left = await service.rows('select id from outbox where id = any($1)', [announced])
  expect(left).toEqual([{ id: announced[0] }])
})

describe('an event that was recorded after the request', () => {
  const [phone, contact, chat] = ['+15557100004', newId('con'), newId('chat')]
  const past = new Date(Date.now() - 60_000).toISOString()
  const future = new Date(Date.now() + 60_000).toISOString()
  const isMade = { phone, createdAt: future }
  const incoming = { ...exampleMessage, direction: 'in', ...isMade, chat: newId('chat') }
  const outgoing = { ...exampleMessage, ...isMade, chat: newId('chat') }
  const cases: [string, boolean, string, object][] = [
    ['a message written before', true, 'message:in', { ...incoming, statusAt: { received: past } }],
    ['a message written since', false, 'message:in', { ...incoming, statusAt: { received: future } }],
    ['a message sent since', false, 'message:out', outgoing],
    ['a message of a post from before', true, 'message:out', { ...outgoing, post: idFloor('pst', Date.parse(past)) }],
    ['a message of a newer post', false, 'message:out', { ...outgoing, post: idFloor('pst', Date.parse(future)) }],
    ['the contact itself', true, 'contact:updated', { ...exampleContact, ...isMade, id: contact, identities: [] }],
    ['a contact made since', false, 'contact:created', { ...exampleContact, ...isMade, identities: [] }],
    ['a chat that was removed', true, 'chat:updated', { ...exampleChat, ...isMade, id: chat, change: 'created' }],
    ['a chat opened since', false, 'chat:updated', { ...exampleChat, ...isMade, id: newId('chat'), change: 'created' }],
  ]

  it.each(cases)('is about %s, so it is erased: %s', async (_, isErased, event, data) => {
    const fixture = createFixture(service)
    const { workspace } = fixture
    const removed = { ...exampleChat, id: chat, phone: null, createdAt: future, change: 'deleted' }
    const events = [{ event, data }, ...(isErased ? [{ event: 'chat:updated', data: removed }] : [])]
    await service.bus.publish(...events.map((each) => busEvent({ ...each, workspace } as never)))
    const log = () => fixture.api().events.list.query({}, fixture.as())
    await until(async () => (await log()).length === events.length)
    await requestErasure(service, 'webhooks', { workspace, phones: [phone], ids: [chat], contact })
    expect((await log())[0]?.data).toMatchObject(isErased ? { erased: true } : { phone })
  })
})

it('people who wait in one workspace share one transaction and search; one who cannot be decrypted delays no other', async () => {
  const fixture = createFixture(service)
  const { workspace } = fixture
  const phones = Array.from({ length: 20 }, (_, i) => `+155571001${String(i).padStart(2, '0')}`)
  const contacts = phones.map((phone) => ({ ...exampleContact, phone, name: 'Ada', identities: [] }))
  await service.bus.publish(...contacts.map((data) => busEvent({ event: 'contact:created', workspace, data })))
  const log = () => fixture.api().events.list.query({}, fixture.as())
  await until(async () => (await log()).length === phones.length)
  const jobs = [...phones, null].map((phone) => {
    const id = newId('ers')
    const names = JSON.stringify({ phones: [phone], userIds: [], texts: [] })
    return { id, sealed: phone === null ? 'v1.lost.AAAA' : service.vault.seal(names, erasedPersonPurpose(id)) }
  })
  await service.rows(
    `insert into erasure_job (workspace_id, id, contact_id, requested_at, sealed, run_at)
     select $1, id, 'con_' || id, now(), sealed, now() from unnest($2::text[], $3::text[]) as j (id, sealed)`,
    [workspace, jobs.map(({ id }) => id), jobs.map(({ sealed }) => sealed)],
  )
  await requestErasure(service, 'webhooks', { workspace })
  await until(async () => (await log()).every(({ data }) => 'erased' in data))
  const done = await service.rows<{ transactions: number; people: number }>(
    `select count(*)::int as people, count(distinct xmin::text)::int as transactions from outbox
     where workspace_id = $1 and kind = 'erasure:done'`,
    [workspace],
  )
  expect(done[0]?.people).toBe(21)
  expect(done[0]?.transactions).toBeLessThan(5)
  const left = await service.rows('select id from erasure_job where workspace_id = $1 and not reported', [workspace])
  expect(left).toEqual([{ id: jobs.at(-1)?.id }])
})

it('a person counts as erased only once every event of the log can be read; those that can be are erased before', async () => {
  const fixture = createFixture(service)
  const { workspace } = fixture
  const phone = '+15557100701'
  const data = { ...exampleContact, phone, name: 'Ada', identities: [] }
  const events = [1, 2].map(() => busEvent({ event: 'contact:created', workspace, data }))
  await service.bus.publish(...events)
  const log = () => fixture.api().events.list.query({}, fixture.as())
  await until(async () => (await log()).length === 2)
  const write = 'update event set entry = $2 where id = $1 returning old.entry'
  const [stored] = await service.rows<{ entry: Buffer }>(write, [events[1]?.id, Buffer.of(9)])
  const dead = `insert into dead_event (consumer, event_id, kind, payload, error, deliveries) values ('webhooks', $1, 'contact:created', $2, '', 10)`
  await service.rows(dead, [newId('evt'), JSON.stringify({ workspace, data })])
  const erasing = requestErasure(service, 'webhooks', { workspace, phones: [phone] })
  const later = `select 1 from erasure_job where workspace_id = $1 and not reported and run_at > now() + interval '5 minutes'`
  await until(async () => (await service.rows(later, [workspace])).length === 1)
  expect((await log()).find(({ id }) => id === events[0]?.id)?.data).toMatchObject({ erased: true })
  expect(fixture.published('erasure:done')).toEqual([])
  expect(await service.rows('select 1 from dead_event where strpos(payload, $1) > 0', [phone])).toEqual([])
  await service.rows(write, [events[1]?.id, stored?.entry])
  await eraseAgain(service, 'webhooks', workspace)
  await erasing
  expect((await log()).every(({ data }) => 'erased' in data)).toBe(true)
})

it('a person counts as erased only once no event that was set aside is unreadable', async () => {
  const { workspace, published } = createFixture(service)
  const dead = `insert into dead_event (consumer, event_id, kind, payload, error, deliveries) values ('bus', $1, 'contact:created', $2, '', 1)`
  await service.rows(dead, [newId('evt'), JSON.stringify({ packed: Buffer.of(9).toString('base64'), workspace })])
  const erasing = requestErasure(service, 'webhooks', { workspace })
  const later = `select 1 from erasure_job where workspace_id = $1 and not reported and run_at > now() + interval '5 minutes'`
  await until(async () => (await service.rows(later, [workspace])).length === 1)
  expect(published('erasure:done')).toEqual([])
  await service.rows('delete from dead_event where strpos(payload, $1) > 0', [workspace])
  await eraseAgain(service, 'webhooks', workspace)
  await erasing
})

it('a response that arrives during an erasure is not kept, nor is the error of a delivery', async () => {
  await using receiver = await startReceiver()
  const answers = createGate()
  receiver.respondWith(async () => {
    await answers.opened
    return { status: 200, body: 'thank you, Ada' }
  })
  const fixture = createFixture(service)
  const { workspace } = fixture
  const { id } = await fixture.webhook(receiver)
  const data = { ...exampleContact, phone: '+15557100005', name: 'Ada', identities: [] }
  await service.bus.publish(busEvent({ event: 'contact:created', workspace, data }))
  await until(() => receiver.requests.length === 1)
  await service.rows(`update delivery set last_error = 'Ada is unknown' where workspace_id = $1`, [workspace])
  let erased = false
  const erasing = requestErasure(service, 'webhooks', { workspace, phones: [data.phone] }).finally(() => {
    erased = true
  })
  const postponed = 'select 1 from erasure_job where run_at > now() and not reported'
  const isPostponed = async () => (await service.rows(postponed)).length === 1
  await until(async () => erased || (await isPostponed()))
  answers.open()
  await until(async () => (await fixture.deliveries(id))[0]?.status === 'succeeded')
  await erasing
  const kept = `select a.response_body as body, d.last_error as error from attempt a
    join delivery d on d.workspace_id = a.workspace_id and d.id = a.delivery_id where a.workspace_id = $1`
  expect(await service.rows(kept, [workspace])).toEqual([{ body: '', error: null }])
})

it('an event from before that is applied only after the erasure is erased too, one about someone new is kept', async () => {
  const fixture = createFixture(service)
  const { workspace } = fixture
  const [phone, contact] = ['+15557100006', newId('con')]
  await requestErasure(service, 'webhooks', { workspace, phones: [phone], contact })
  const person = { ...exampleContact, phone, identities: [] }
  const group = { ...exampleChat, type: 'group', name: phone, change: 'labeled' }
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const [past, future] = [at(-60_000), at(60_000)]
  await service.bus.publish(
    ...[
      { event: 'contact:updated', occurredAt: past, data: { ...person, id: contact, createdAt: past } },
      { event: 'chat:updated', occurredAt: past, data: { ...group, createdAt: past } },
      { event: 'contact:created', occurredAt: future, data: { ...person, id: newId('con'), createdAt: future } },
      { event: 'chat:updated', occurredAt: future, data: { ...group, createdAt: past } },
    ].map((each) => ({ ...busEvent({ ...each, workspace } as never), occurredAt: each.occurredAt })),
  )
  const log = () => fixture.api().events.list.query({}, fixture.as())
  await until(async () => (await log()).length === 4)
  await eraseAgain(service, 'webhooks', workspace)
  expect((await log()).map(({ data }) => 'erased' in data)).toEqual([true, true, false, false])
})
