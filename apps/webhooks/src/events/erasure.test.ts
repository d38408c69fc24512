import { type BusEvent, exampleChat, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, requestErasure, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

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
