import { until } from '@posthorn/testkit'
import { expect, it, vi } from 'vitest'
import { channelFixture, phonesOf, postCalls, useGroups } from '../groups.fixture.ts'

const service = useGroups()

it('a scheduled post begins once by the clock of the database, however late the clock of this machine is', async () => {
  const fixture = await channelFixture(service)
  const { id } = await fixture.channel()
  await fixture.subscribe(id, phonesOf(1))
  const post = await postCalls(service, fixture, id).create({ deliverAt: new Date(Date.now() + 600_000).toISOString() })
  await until(() => fixture.eventsOf('post:updated').length === 1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 600_000 })
  try {
    await service.rows('update post set deliver_at = now() where id = $1', [post.id])
    service.bus.nudge('groups', 'post')
    await until(() => fixture.eventsOf('post:updated').length > 1)
  } finally {
    vi.useRealTimers()
  }
  expect(fixture.eventsOf('post:updated')[1]).toMatchObject({ status: 'posting', waiting: 1 })
})

it('a tested post that is resumed before its time waits for it, however early the clock of this machine is', async () => {
  const fixture = await channelFixture(service)
  const { id } = await fixture.channel()
  await fixture.subscribe(id, phonesOf(1))
  const calls = postCalls(service, fixture, id)
  const deliverAt = new Date(Date.now() + 600_000).toISOString()
  const post = await calls.create({ deliverAt, test: phonesOf(1) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_200_000 })
  const resuming = calls.resume(post.id)
  expect(await resuming.finally(() => vi.useRealTimers())).toMatchObject({ status: 'scheduled' })
})
