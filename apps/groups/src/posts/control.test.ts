import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelWith, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

async function subscribed(count: number) {
  const fixture = await channelWith(service, count)
  return { ...fixture, announced: () => fixture.eventsOf('post:updated').at(-1) }
}

const code = (expected: string) => ({ data: { fault: { code: expected } } })

describe('a post', () => {
  it('stops: who waits is canceled at once, who is queued as messaging cancels them, and its end is announced once', async () => {
    const channel = await subscribed(1200)
    const { id: post } = await channel.create({})
    await until(() => channel.handed().length === 1000)
    await channel.announce('message:out', { phone: channel.handed()[0], reference: post })
    await until(() => channel.handed().length === 1001)
    const stopped = await channel.stop(post)
    expect(stopped).toMatchObject({ status: 'stopping', counts: { waiting: 0, queued: 1000, sent: 1, canceled: 199 } })
    await until(() => channel.announced()?.status === 'stopping')
    expect(channel.announced()).toMatchObject({ post, channel: channel.id, number: channel.number, waiting: 0 })
    expect((await channel.stop(post)).status).toBe('stopping')
    await expect(channel.resume(post)).rejects.toMatchObject(code('post:ended'))
    const queued = channel.handed().slice(1)
    for (let i = 0; i < 900; i += 100) await channel.cancelMessages(post, queued.slice(i, i + 100), { recalled: false })
    await channel.publish('message:refused', {
      reference: post,
      phones: queued.slice(900, 950),
      errorCode: 'post:stopped',
    })
    for (const phone of queued.slice(950, 999)) await channel.announce('message:failed', { phone, reference: post })
    expect((await channel.show(post)).status).toBe('stopping')
    await channel.announce('message:ack', { phone: queued[999], reference: post, ack: 'read' })
    const end = await until(() => channel.eventsOf('channel:posted')[0])
    const counts = { total: 1200, waiting: 0, queued: 0, sent: 1, delivered: 0, read: 1, failed: 49, canceled: 1149 }
    expect(end).toMatchObject({ id: post, status: 'stopped', counts })
    expect(channel.handed()).toHaveLength(1001)
    await expect(channel.pause(post)).rejects.toMatchObject(code('post:ended'))
    expect((await channel.stop(post)).status).toBe('stopped')
  })

  it('pauses: nothing is handed over, what messaging recalls waits again, and all get it once after it is resumed', async () => {
    const channel = await subscribed(1100)
    const { id: post } = await channel.create({})
    await until(() => channel.handed().length === 1000)
    expect(await channel.pause(post)).toMatchObject({ status: 'paused', counts: { waiting: 100, queued: 1000 } })
    expect((await channel.pause(post)).status).toBe('paused')
    const recalled = channel.handed().slice(0, 600)
    for (let i = 0; i < 600; i += 100)
      await channel.cancelMessages(post, recalled.slice(i, i + 100), { recalled: true })
    expect((await channel.show(post)).counts).toMatchObject({ total: 1100, waiting: 700, queued: 400 })
    await until(() => channel.announced()?.waiting === 700)
    await service.restart()
    expect(channel.handed()).toHaveLength(1000)
    expect((await channel.resume(post)).status).toBe('posting')
    await until(() => channel.handed().length === 1600)
    const rest = channel.handed().slice(1000)
    expect(new Set(rest).size).toBe(600)
    await channel.publish('message:refused', {
      reference: post,
      phones: channel.handed().slice(600, 1000),
      errorCode: 'x',
    })
    await until(() => channel.handed().length === 1700)
    await channel.publish('message:refused', { reference: post, phones: channel.handed().slice(1000), errorCode: 'x' })
    const end = await until(() => channel.eventsOf('channel:posted')[0])
    expect(end).toMatchObject({ status: 'posted', counts: { total: 1100, failed: 1100, waiting: 0, queued: 0 } })
    await expect(channel.stop(post)).rejects.toMatchObject(code('post:ended'))
  })

  it('goes to test recipients first, subscribed or not, and to everyone else once when it is resumed', async () => {
    const channel = await subscribed(3)
    const [first = ''] = phonesOf(1)
    const tester = '+4915199900001'
    const { id: post, status } = await channel.create({ test: [tester, first] })
    expect(status).toBe('testing')
    await until(() => channel.handed().length === 2)
    expect(channel.handed().toSorted()).toEqual([first, tester].toSorted())
    for (const phone of channel.handed()) await channel.announce('message:out', { phone, reference: post })
    await expect(channel.pause(post)).rejects.toMatchObject(code('post:not_running'))
    expect(await channel.show(post)).toMatchObject({ status: 'testing', counts: { total: 2, sent: 2 } })
    expect((await channel.resume(post)).counts).toMatchObject({ total: 4, sent: 2, waiting: 2 })
    await until(() => channel.handed().length === 4)
    expect(new Set(channel.handed()).size).toBe(4)
    const other = await channel.create({ test: [tester] })
    await until(() => channel.handed().length === 5)
    await channel.announce('message:out', { phone: tester, reference: other.id })
    await channel.stop(other.id)
    const end = await until(() => channel.eventsOf('channel:posted').find(({ id }) => id === other.id))
    expect(end).toMatchObject({ status: 'stopped', counts: { total: 1, sent: 1 } })
  })

  it('begins at its time, for those who are subscribed then; before it can be stopped, and a test comes first', async () => {
    const channel = await subscribed(1)
    const deliverAt = new Date(Date.now() + 1_800_000).toISOString()
    const { id: post, ...made } = await channel.create({ deliverAt })
    expect(made).toMatchObject({ status: 'scheduled', deliverAt, counts: { total: 0 } })
    await expect(channel.resume(post)).rejects.toMatchObject(code('post:not_running'))
    const later = await channel.create({ deliverAt: new Date(Date.now() + 3_600_000).toISOString() })
    await channel.stop(later.id)
    await until(() =>
      channel.eventsOf('channel:posted').some(({ id, status }) => id === later.id && status === 'stopped'),
    )
    const tested = await channel.create({ deliverAt: later.deliverAt, test: ['+4915199900001'] })
    await until(() => channel.handed().length === 1)
    expect((await channel.resume(tested.id)).status).toBe('scheduled')
    await channel.subscribe(channel.id, ['+4915199900002'])
    await service.rows('update post set deliver_at = now() where id = $1', [post])
    await until(() => channel.handed().length === 3)
    expect(channel.handed().slice(1).toSorted()).toEqual([...phonesOf(1), '+4915199900002'].toSorted())
    for (const minutes of [400 * 1440, -5]) {
      const deliverAt = new Date(Date.now() + minutes * 60_000).toISOString()
      await expect(channel.create({ deliverAt })).rejects.toMatchObject(code('request:invalid'))
    }
  })

  it('counts who opted out apart from what failed', async () => {
    const channel = await subscribed(3)
    const { id: post } = await channel.create({})
    await until(() => channel.handed().length === 3)
    const [first = '', second, third] = channel.handed()
    await channel.publish('message:refused', { reference: post, phones: [first], errorCode: 'contact:opted_out' })
    const error = { errorCode: 'contact:opted_out', message: 'x', retryable: false }
    await channel.announce('message:failed', { phone: second, reference: post, error })
    await channel.announce('message:out', { phone: third, reference: post })
    const end = await until(() => channel.eventsOf('channel:posted')[0])
    expect(end?.counts).toMatchObject({ total: 3, sent: 1, failed: 0, optedOut: 2 })
  })

  it('is paused, resumed and stopped only by who may send for its number, in its own workspace', async () => {
    const channel = await subscribed(1)
    const { id: post } = await channel.create({})
    const { pause } = service.clients.groups.posts
    const by = (options: object) => pause.mutate({ id: post }, channel.as(options))
    await expect(by({ scopes: ['read', 'manage'] })).rejects.toMatchObject(code('scope:missing'))
    await expect(by({ numbers: [newId('num')] })).rejects.toMatchObject(code('post:not_found'))
    const foreign = pause.mutate({ id: post }, service.as(service.workspace()))
    await expect(foreign).rejects.toMatchObject(code('post:not_found'))
  })

  it('that can do nothing holds up no other, however many there are', async () => {
    const blocked = await subscribed(1)
    for (let i = 0; i < 6; i++) await blocked.create({})
    await until(() => blocked.handed().length === 6)
    const other = await subscribed(1)
    await other.create({})
    await until(() => other.handed().length === 1)
  })
})
