import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelWith, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const code = (expected: string) => ({ data: { fault: { code: expected } } })

async function subscribed(people: number) {
  const fixture = await channelWith(service, people)
  const update = (post: string, deliverAt: string | null) =>
    fixture.api().posts.update.mutate({ id: post as `pst_${string}`, deliverAt }, fixture.as())
  return { ...fixture, update }
}

describe('a post that has not begun', () => {
  it('begins at its new time, and at once with null', async () => {
    const channel = await subscribed(1)
    const { id: post } = await channel.create({ deliverAt: inMinutes(60) })
    const later = inMinutes(120)
    expect(await channel.update(post, later)).toMatchObject({ status: 'scheduled', deliverAt: later })
    await channel.subscribe(channel.id, ['+4915199900002'])
    expect(await channel.update(post, null)).toMatchObject({ status: 'posting', deliverAt: null, counts: { total: 2 } })
    await until(() => channel.handed().length === 2)
    await expect(channel.update(post, later)).rejects.toMatchObject(code('post:begun'))
    await channel.pause(post)
    await expect(channel.update(post, null)).rejects.toMatchObject(code('post:begun'))
    await channel.stop(post)
    await expect(channel.update(post, null)).rejects.toMatchObject(code('post:ended'))
  })

  it('that is tested begins at its new time after it was resumed', async () => {
    const channel = await subscribed(1)
    const { id: post } = await channel.create({ test: ['+4915199900001'] })
    const later = inMinutes(60)
    expect(await channel.update(post, later)).toMatchObject({ status: 'testing', deliverAt: later })
    expect(await channel.resume(post)).toMatchObject({ status: 'scheduled', deliverAt: later })
  })

  it('that went to its only subscriber as a test can begin at once', async () => {
    const channel = await subscribed(1)
    const { id: post } = await channel.create({ deliverAt: inMinutes(60), test: phonesOf(1) })
    expect((await channel.resume(post)).status).toBe('scheduled')
    expect(await channel.update(post, null)).toMatchObject({ status: 'posting', counts: { total: 1 } })
    await until(() => channel.handed().length === 1)
  })

  it('keeps its time where the new one is refused: in the past, too far away, or now for no one', async () => {
    const channel = await subscribed(0)
    const deliverAt = inMinutes(60)
    const { id: post } = await channel.create({ deliverAt })
    for (const faulty of [inMinutes(-5), inMinutes(400 * 1440)])
      await expect(channel.update(post, faulty)).rejects.toMatchObject(code('request:invalid'))
    await expect(channel.update(post, null)).rejects.toMatchObject(code('channel:empty'))
    expect(await channel.show(post)).toMatchObject({ status: 'scheduled', deliverAt })
    expect(channel.handed()).toEqual([])
  })
})

describe('stop', () => {
  it('ends a post, also twice; one that has ended is refused', async () => {
    const channel = await subscribed(1)
    const { id: scheduled } = await channel.create({ deliverAt: inMinutes(60) })
    expect((await channel.stop(scheduled)).status).toBe('stopping')
    await until(async () => (await channel.show(scheduled)).status === 'stopped')
    expect((await channel.stop(scheduled)).status).toBe('stopped')
    const { id: running } = await channel.create({})
    await until(() => channel.handed().length === 1)
    expect(await channel.stop(running)).toMatchObject({ status: 'stopping', counts: { total: 1, queued: 1 } })
    const { id: sent } = await channel.create({})
    await until(() => channel.handed().length === 2)
    await channel.announce('message:out', { phone: channel.handed()[1], reference: sent })
    await until(async () => (await channel.show(sent)).status === 'posted')
    await expect(channel.stop(sent)).rejects.toMatchObject(code('post:ended'))
  })
})

describe('expiresIn', () => {
  it('is the validity of each message of the post', async () => {
    const channel = await subscribed(1)
    await channel.create({ expiresIn: 3600, deliverAt: null })
    await until(() => channel.handed().length === 1)
    expect(channel.eventsOf('message:requested')[0]?.message).toMatchObject({ expiresIn: 3600 })
  })
})
