import { newId } from '@posthorn/contracts'
import { requestErasure, textOfRows, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

it('a person who is being erased is subscribed to nothing, and posts keep their counts and come to their end', async () => {
  const fixture = await channelFixture(service)
  const { id } = await fixture.channel()
  const [gone = '', other = ''] = phonesOf(2)
  await fixture.subscribe(id, [gone, other])
  const { id: post } = await fixture.api().posts.create.mutate({ channel: id, message: 'Hello' }, fixture.as())
  await until(() => fixture.eventsOf('message:requested').length === 1)
  await fixture.announce('message:ack', { phone: other, reference: post, ack: 'read' })
  await requestErasure(service, 'groups', { workspace: fixture.workspace, phones: [gone] })
  const { items } = await fixture.api().subscribers.list.query({ id }, fixture.as())
  expect(items.map(({ phone }) => phone)).toEqual([other])
  const done = await until(() => fixture.eventsOf('channel:posted')[0])
  expect(done.counts).toMatchObject({ total: 2, failed: 1, read: 1 })
  for (const table of ['subscriber', 'post_delivery', 'outbox'])
    expect(textOfRows(await service.rows(`select * from ${table}`))).not.toContain(gone)
})

it('who was in groups or asked to be is forgotten there too', async () => {
  const fixture = await channelFixture(service)
  const [gone = '', other = ''] = phonesOf(2)
  const { id } = await fixture
    .api()
    .groups.create.mutate({ number: fixture.number, name: 'x', participants: [gone, other] }, fixture.as())
  const show = () => fixture.api().groups.get.query({ id }, fixture.as())
  await until(async () => (await show()).status === 'failed')
  await service.rows(`update group_participant set status = 'joined' where group_id = $1`, [id])
  // The provider may hide a participant's phone number.
  const hidden = newId('evt')
  await service.rows(
    `insert into group_participant (workspace_id, group_id, id, user_id, status) values ($1, $2, $3, $3, 'joined')`,
    [fixture.workspace, id, hidden],
  )
  await service.rows(`update chat_group set joined = 3 where id = $1`, [id])
  await requestErasure(service, 'groups', { workspace: fixture.workspace, phones: [gone], userIds: [hidden] })
  const { items } = await fixture.api().participants.list.query({ id }, fixture.as())
  expect(items.map(({ phone }) => phone)).toEqual([other])
  expect((await show()).participants.joined).toBe(1)
})
