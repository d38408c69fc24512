import { forget, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { phonesOf, shop, startGroups } from '../channel.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startGroups()
})
afterAll(() => kit[Symbol.asyncDispose]())

it('a person who is to be forgotten is subscribed to nothing, and posts keep their counts and come to their end', async () => {
  const place = await shop(kit)
  const { id } = await place.channel()
  const [gone = '', other = ''] = phonesOf(2)
  await place.subscribe(id, [gone, other])
  const { id: post } = await place.api().posts.create.mutate({ id, message: 'Hello' }, place.as())
  await until(() => place.told('message:wanted').length === 1)
  await place.tell('message:ack', { phone: other, reference: post, ack: 'read' })
  await forget(kit, 'groups', { workspace: place.workspace, phones: [gone] })
  const { items } = await place.api().subscribers.list.query({ id }, place.as())
  expect(items.map(({ phone }) => phone)).toEqual([other])
  const done = await until(() => place.told('channel:posted')[0])
  expect(done.counts).toMatchObject({ total: 2, failed: 1, read: 1 })
  for (const table of ['subscriber', 'post_delivery', 'outbox'])
    expect(JSON.stringify(await kit.rows(`select t::text from ${table} t`))).not.toContain(gone)
})

it('who was in groups or asked to be is forgotten there too', async () => {
  const place = await shop(kit)
  const [gone = '', other = ''] = phonesOf(2)
  const { id } = await place
    .api()
    .groups.create.mutate({ number: place.number, name: 'x', participants: [gone, other] }, place.as())
  const show = () => place.api().groups.get.query({ id }, place.as())
  await until(async () => (await show()).state === 'failed')
  await kit.rows(`update group_participant set state = 'joined' where group_id = $1`, [id])
  await kit.rows(`update chat_group set joined = 2 where id = $1`, [id])
  await forget(kit, 'groups', { workspace: place.workspace, phones: [gone] })
  const { items } = await place.api().participants.list.query({ id }, place.as())
  expect(items.map(({ phone }) => phone)).toEqual([other])
  expect((await show()).participants.joined).toBe(1)
})
