import { exampleContact } from '@posthorn/contracts'
import { busEvent, forget, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks()
})
afterAll(() => kit[Symbol.asyncDispose]())

it('a person who is to be forgotten stands in no recorded event and no kept answer; the log keeps its numbers', async () => {
  await using receiver = await startReceiver()
  receiver.respondWith({ status: 200, body: 'thank you, Ada' })
  const place = workspaceOf(kit)
  const { id } = await place.webhook(receiver)
  const phones = ['+15557100001', '+155571000019']
  const named = phones.map((phone) => ({ ...exampleContact, phone, name: 'Ada', identities: [] }))
  const events = named.map((data) => busEvent({ event: 'contact:created', workspace: place.workspace, data }))
  await kit.bus.publish(...events)
  await until(async () => (await place.deliveries(id)).filter(({ state }) => state === 'succeeded').length === 2)
  await forget(kit, 'webhooks', { workspace: place.workspace, phones: [phones[0] as string] })
  const log = await place.api().events.list.query({}, place.as())
  expect(log.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(log[0]).toMatchObject({ event: 'contact:created', data: { id: exampleContact.id, erased: true } })
  expect(log[1]?.data).toMatchObject({ phone: phones[1], name: 'Ada' })
  const bodies = await kit.rows<{ body: string }>(
    `select a.response_body as body from attempt a join delivery d on d.id = a.delivery_id order by d.event_sequence`,
  )
  expect(bodies.map(({ body }) => body)).toEqual(['', 'thank you, Ada'])
})
