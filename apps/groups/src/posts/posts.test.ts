import { newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

type Shop = Awaited<ReturnType<typeof channelFixture>>
const show = (fixture: Shop, id: string) => fixture.api().posts.get.query({ id }, fixture.as())
const handed = (fixture: Shop) => fixture.eventsOf('message:requested').flatMap(({ phones }) => phones)

async function posted(fixture: Shop, count: number) {
  const { id } = await fixture.channel()
  for (let i = 0; i < count; i += 1000) await fixture.subscribe(id, phonesOf(count).slice(i, i + 1000))
  const { id: post } = await fixture.api().posts.create.mutate({ channel: id, message: 'Today only' }, fixture.as())
  return { id, post }
}

describe('posts', () => {
  it('create hands everyone who is subscribed to the queue once, and get and list count how they fare', async () => {
    const fixture = await channelFixture(service)
    const { id, post } = await posted(fixture, 5)
    const phones = phonesOf(5)
    await until(() => handed(fixture).length === 5)
    expect(fixture.eventsOf('message:requested')).toEqual([
      {
        number: fixture.number,
        phones,
        reference: post,
        version: 3,
        message: { message: 'Today only', priority: 'low', order: 'none' },
      },
    ])
    const fare = (event: 'message:out' | 'message:ack' | 'message:failed', i: number, rest = {}) =>
      fixture.announce(event, { phone: phones[i], reference: post, ...rest })
    await fare('message:ack', 0, { ack: 'read' })
    for (const i of [0, 1, 2]) await fare('message:out', i)
    await fare('message:ack', 1, { ack: 'delivered' })
    await fare('message:failed', 3)
    await fixture.announce('message:failed', { phone: phones[4], reference: 'pst_of-somebody-else' })
    const counts = { total: 5, waiting: 0, queued: 1, sent: 1, delivered: 1, read: 1, failed: 1, unsubscribed: 0 }
    expect(await show(fixture, post)).toMatchObject({ status: 'posting', counts })
    const refused = { reference: post, phones: phones.slice(4), errorCode: 'number:none' }
    await service.bus.publish(busEvent({ event: 'message:refused', workspace: fixture.workspace, data: refused }))
    const done = await until(() => fixture.eventsOf('channel:posted')[0])
    expect(done).toMatchObject({ id: post, channel: id, status: 'posted', counts: { ...counts, queued: 0, failed: 2 } })
    expect((await fixture.api().posts.list.query({ channel: id }, fixture.as())).items).toEqual([done])
  })

  it('of all channels are listed, by state and channel, and only of the numbers of the caller', async () => {
    const fixture = await channelFixture(service)
    const [first, second] = [await posted(fixture, 1), await posted(fixture, 2)]
    await until(() => handed(fixture).length === 3)
    const listed = async (input: object, call = fixture.as()) =>
      (await fixture.api().posts.list.query(input as never, call)).items.map(({ id }) => id)
    expect(await listed({})).toEqual([second.post, first.post])
    await fixture.announce('message:failed', { phone: phonesOf(1)[0], reference: first.post })
    await until(async () => (await listed({ status: ['posted', 'stopped'] })).includes(first.post))
    expect(await listed({ status: ['posting'] })).toEqual([second.post])
    expect(await listed({ status: ['gathering', 'paused'] })).toEqual([])
    expect(await listed({ channel: first.id })).toEqual([first.post])
    const limited = fixture.as({ numbers: [newId('num')] })
    expect(await listed({}, limited)).toEqual([])
    await expect(fixture.api().posts.get.query({ id: first.post }, limited)).rejects.toThrow('no such post')
    await expect(fixture.api().posts.stop.mutate({ id: first.post }, limited)).rejects.toThrow('no such post')
    const own = fixture.as({ numbers: [fixture.number as `num_${string}`] })
    expect(await listed({ size: 1 }, own)).toEqual([second.post])
  })

  it('at most 1000 messages of a post are in the queue at once; the next follow as they get on, no one twice', async () => {
    const fixture = await channelFixture(service)
    const { post } = await posted(fixture, 1200)
    await until(() => handed(fixture).length === 1000)
    expect(Math.max(...fixture.eventsOf('message:requested').map(({ phones }) => phones.length))).toBe(100)
    expect((await show(fixture, post)).counts).toMatchObject({ waiting: 200, queued: 1000 })
    await service.restart()
    const refused = { reference: post, phones: handed(fixture).slice(0, 300), errorCode: 'queue:full' }
    await service.bus.publish(busEvent({ event: 'message:refused', workspace: fixture.workspace, data: refused }))
    await until(() => handed(fixture).length === 1200)
    expect(handed(fixture).toSorted()).toEqual(phonesOf(1200))
  })

  it('of workspaces take turns, so that many long ones of one workspace delay no other', async () => {
    const [flooding, quiet] = [await channelFixture(service), await channelFixture(service)]
    const posts: string[] = []
    for (const shop of [flooding, flooding, flooding, flooding, flooding, flooding, quiet])
      posts.push((await posted(shop, shop === quiet ? 1 : 600)).post)
    await until(() => handed(flooding).length === 6 * 600 && handed(quiet).length === 1)
    const before = service.bus.published.length
    await service.rows(
      `with again as (update post_delivery set status = 'waiting' where post_id = any($1))
       update post set version = version + 1 where id = any($1)`,
      [posts],
    )
    service.bus.nudge('groups', 'post')
    await until(() => handed(flooding).length === 2 * 6 * 600 && handed(quiet).length === 2)
    const again = service.bus.published.slice(before).filter(({ event }) => event === 'message:requested')
    // A post has 500 messages in its first turn, in events of 100.
    expect(again.findIndex(({ workspace }) => workspace === quiet.workspace)).toBeLessThanOrEqual(5)
  })

  it('who leaves before their turn gets nothing', async () => {
    const fixture = await channelFixture(service)
    const { id, post } = await posted(fixture, 1100)
    await until(() => handed(fixture).length === 1000)
    const late = phonesOf(1100).slice(1000)
    await fixture.api().subscribers.remove.mutate({ id, phones: late }, fixture.as())
    const refused = { reference: post, phones: handed(fixture), errorCode: 'queue:full' }
    await service.bus.publish(busEvent({ event: 'message:refused', workspace: fixture.workspace, data: refused }))
    const done = await until(() => fixture.eventsOf('channel:posted')[0])
    expect(done.counts).toMatchObject({ total: 1100, failed: 1000, unsubscribed: 100 })
    expect(handed(fixture)).toHaveLength(1000)
  })

  it('a post takes a template instead of a text; an empty channel, both and neither are refused', async () => {
    const fixture = await channelFixture(service)
    const { id } = await fixture.channel()
    const create = (input: object, options = {}) =>
      fixture.api().posts.create.mutate({ channel: id, ...input }, fixture.as(options))
    await expect(create({ message: 'x' })).rejects.toThrow('No one is subscribed')
    await fixture.subscribe(id, phonesOf(1))
    const template = { name: 'offer', language: 'en' }
    for (const input of [{}, { message: 'x', template }])
      await expect(create(input)).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'message' }] } } })
    const made = await create({ template })
    expect(made).toMatchObject({ message: null, template: 'offer' })
    await until(() => handed(fixture).length === 1)
    expect(fixture.eventsOf('message:requested')[0]?.message).toMatchObject({ template })
    const reader = create({ message: 'x' }, { scopes: ['read', 'manage'] })
    await expect(reader).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
    const keyed = () => create({ message: 'once' }, { idempotencyKey: 'once' })
    expect(await keyed()).toEqual(await keyed())
    await expect(show(fixture, newId('pst'))).rejects.toThrow('no such post')
  })

  it('a message to a channel becomes one, once, with any content; to no one or to no channel it is refused', async () => {
    const fixture = await channelFixture(service)
    const { id: channel } = await fixture.channel()
    await fixture.subscribe(channel, phonesOf(2))
    const content = { media: { url: 'https://example.com/a.jpg', kind: 'image' }, message: 'Look' }
    const want = (post: string, of: string) =>
      busEvent({ event: 'post:requested', workspace: fixture.workspace, data: { post, channel: of, content } })
    const post = newId('pst')
    const event = want(post, channel)
    await service.bus.publish(event, event)
    await until(() => handed(fixture).length === 2)
    expect(fixture.eventsOf('message:requested')[0]).toMatchObject({
      reference: post,
      message: { ...content, priority: 'low' },
    })
    expect(await show(fixture, post)).toMatchObject({ message: 'Look', counts: { total: 2 } })
    const { id: empty } = await fixture.channel()
    await service.bus.publish(want(newId('pst'), empty), want(newId('pst'), newId('chn')))
    await until(() => fixture.eventsOf('post:refused').length === 2)
    expect(fixture.eventsOf('post:refused').map(({ errorCode }) => errorCode)).toEqual([
      'channel:empty',
      'channel:not_found',
    ])
    expect((await fixture.api().posts.list.query({ channel: empty }, fixture.as())).items).toEqual([])
  })

  it('create answers with the first page of many subscribers; the others are gathered, and then the first messages leave', async () => {
    const fixture = await channelFixture(service)
    const { id } = await fixture.channel()
    await service.rows(
      `insert into subscriber (workspace_id, channel_id, id, subscribed, by)
       select $1, $2, '+49' || (15100000000 + i), true, 'you' from generate_series(1, 20001) i`,
      [fixture.workspace, id],
    )
    const made = await fixture.api().posts.create.mutate({ channel: id, message: 'Today only' }, fixture.as())
    expect(made).toMatchObject({ status: 'gathering', counts: { total: 10_000 } })
    await until(() => handed(fixture).length >= 1_000)
    expect(await show(fixture, made.id)).toMatchObject({ status: 'posting', counts: { total: 20_001 } })
    expect(handed(fixture)).toHaveLength(1_000)
  })
})
