import { newId } from '@posthorn/contracts'
import { busEvent, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phonesOf, shop, startGroups } from '../channel.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startGroups()
})
afterAll(() => kit[Symbol.asyncDispose]())

type Shop = Awaited<ReturnType<typeof shop>>
const show = (place: Shop, id: string, post: string) => place.api().posts.get.query({ id, post }, place.as())
const handed = (place: Shop) => place.told('message:wanted').flatMap(({ phones }) => phones)

/** A channel with so many subscribers and a post to it. */
async function posted(place: Shop, count: number) {
  const { id } = await place.channel()
  for (let i = 0; i < count; i += 1000) await place.subscribe(id, phonesOf(count).slice(i, i + 1000))
  const { id: post } = await place.api().posts.create.mutate({ id, message: 'Today only' }, place.as())
  return { id, post }
}

describe('posts', () => {
  it('create hands everybody who is subscribed to the queue once, and get and list count how they fare', async () => {
    const place = await shop(kit)
    const { id, post } = await posted(place, 5)
    const phones = phonesOf(5)
    await until(() => handed(place).length === 5)
    expect(place.told('message:wanted')).toEqual([
      {
        number: place.number,
        phones,
        reference: post,
        version: 3,
        message: { message: 'Today only', priority: 'low', order: 'none' },
      },
    ])
    const fare = (event: 'message:out' | 'message:ack' | 'message:failed', i: number, rest = {}) =>
      place.tell(event, { phone: phones[i], reference: post, ...rest })
    await fare('message:ack', 0, { ack: 'read' })
    for (const i of [0, 1, 2]) await fare('message:out', i)
    await fare('message:ack', 1, { ack: 'delivered' })
    await fare('message:failed', 3)
    await place.tell('message:failed', { phone: phones[4], reference: 'pst_of-somebody-else' })
    const counts = { total: 5, waiting: 0, queued: 1, sent: 1, delivered: 1, read: 1, failed: 1, unsubscribed: 0 }
    expect(await show(place, id, post)).toMatchObject({ state: 'posting', counts })
    const refused = { reference: post, phones: phones.slice(4), errorCode: 'number:none' }
    await kit.bus.publish(busEvent({ event: 'message:refused', workspace: place.workspace, data: refused }))
    const done = await until(() => place.told('channel:posted')[0])
    expect(done).toMatchObject({ id: post, channel: id, state: 'posted', counts: { ...counts, queued: 0, failed: 2 } })
    expect((await place.api().posts.list.query({ id }, place.as())).items).toEqual([done])
  })

  it('at most 1000 messages of a post are in the queue at once; the next follow as they get on, nobody twice', async () => {
    const place = await shop(kit)
    const { id, post } = await posted(place, 1200)
    await until(() => handed(place).length === 1000)
    expect(Math.max(...place.told('message:wanted').map(({ phones }) => phones.length))).toBe(100)
    expect((await show(place, id, post)).counts).toMatchObject({ waiting: 200, queued: 1000 })
    await kit.restart()
    const refused = { reference: post, phones: handed(place).slice(0, 300), errorCode: 'queue:full' }
    await kit.bus.publish(busEvent({ event: 'message:refused', workspace: place.workspace, data: refused }))
    await until(() => handed(place).length === 1200)
    expect(handed(place).toSorted()).toEqual(phonesOf(1200))
  })

  it('who leaves before their turn gets nothing', async () => {
    const place = await shop(kit)
    const { id, post } = await posted(place, 1100)
    await until(() => handed(place).length === 1000)
    const late = phonesOf(1100).slice(1000)
    await place.api().subscribers.remove.mutate({ id, phones: late }, place.as())
    const refused = { reference: post, phones: handed(place), errorCode: 'queue:full' }
    await kit.bus.publish(busEvent({ event: 'message:refused', workspace: place.workspace, data: refused }))
    const done = await until(() => place.told('channel:posted')[0])
    expect(done.counts).toMatchObject({ total: 1100, failed: 1000, unsubscribed: 100 })
    expect(handed(place)).toHaveLength(1000)
  })

  it('a post takes a template instead of a text; an empty channel, both and neither are refused', async () => {
    const place = await shop(kit)
    const { id } = await place.channel()
    const create = (input: object, options = {}) => place.api().posts.create.mutate({ id, ...input }, place.as(options))
    await expect(create({ message: 'x' })).rejects.toThrow('Nobody is subscribed')
    await place.subscribe(id, phonesOf(1))
    const template = { name: 'offer', language: 'en' }
    for (const input of [{}, { message: 'x', template }])
      await expect(create(input)).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'message' }] } } })
    const made = await create({ template })
    expect(made).toMatchObject({ message: null, template: 'offer' })
    await until(() => handed(place).length === 1)
    expect(place.told('message:wanted')[0]?.message).toMatchObject({ template })
    const reader = create({ message: 'x' }, { scopes: ['read', 'manage'] })
    await expect(reader).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
    const keyed = () => create({ message: 'once' }, { idempotencyKey: 'once' })
    expect(await keyed()).toEqual(await keyed())
    await expect(show(place, id, newId('pst'))).rejects.toThrow('no such post')
  })

  it('a message to a channel becomes one, once, with any content; to nobody or to no channel it is refused', async () => {
    const place = await shop(kit)
    const { id: channel } = await place.channel()
    await place.subscribe(channel, phonesOf(2))
    const content = { media: { url: 'https://example.com/a.jpg', kind: 'image' }, message: 'Look' }
    const want = (post: string, of: string) =>
      busEvent({ event: 'post:wanted', workspace: place.workspace, data: { post, channel: of, content } })
    const post = newId('pst')
    const event = want(post, channel)
    await kit.bus.publish(event, event)
    await until(() => handed(place).length === 2)
    expect(place.told('message:wanted')[0]).toMatchObject({ reference: post, message: { ...content, priority: 'low' } })
    expect(await show(place, channel, post)).toMatchObject({ message: 'Look', counts: { total: 2 } })
    const { id: empty } = await place.channel()
    await kit.bus.publish(want(newId('pst'), empty), want(newId('pst'), newId('chn')))
    await until(() => place.told('post:refused').length === 2)
    expect(place.told('post:refused').map(({ errorCode }) => errorCode)).toEqual(['channel:empty', 'channel:not_found'])
    expect((await place.api().posts.list.query({ id: empty }, place.as())).items).toEqual([])
  })
})
