import { newId } from '@posthorn/contracts'
import { busEvent, until, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

describe('channels', () => {
  it('create, get, list and update show a channel with how many are subscribed', async () => {
    const { api, as, channel, subscribe, number } = await channelFixture(service)
    const made = await channel()
    expect(made).toMatchObject({ number, name: 'Offers', description: null, subscribers: 0 })
    await subscribe(made.id, phonesOf(3))
    const other = await channel('News')
    expect(await api().channels.get.query({ id: made.id }, as())).toMatchObject({ id: made.id, subscribers: 3 })
    const page = await api().channels.list.query({ size: 1 }, as())
    expect(page.items.map(({ id }) => id)).toEqual([other.id])
    const rest = await api().channels.list.query({ size: 1, cursor: page.next ?? '', number }, as())
    expect(rest.items.map(({ id }) => id)).toEqual([made.id])
    const changed = await api().channels.update.mutate({ id: made.id, name: 'Deals', description: 'Daily' }, as())
    expect(changed).toMatchObject({ name: 'Deals', description: 'Daily', subscribers: 3 })
    expect(await api().channels.update.mutate({ id: made.id, description: null }, as())).toMatchObject({
      name: 'Deals',
      description: null,
    })
  })

  it('each creation, change and deletion is announced to messaging', async () => {
    const { api, as, channel, number, eventsOf } = await channelFixture(service)
    const { id } = await channel()
    await api().channels.update.mutate({ id, name: 'Deals' }, as())
    await api().channels.remove.mutate({ id }, as())
    await until(() => eventsOf('channel:updated').length === 3)
    expect(eventsOf('channel:updated')).toEqual([
      { id, number, name: 'Offers', deleted: false },
      { id, number, name: 'Deals', deleted: false },
      { id, number, name: 'Deals', deleted: true },
    ])
  })

  it('a change at the same time as another one is announced as the later one', async () => {
    const { api, as, channel } = await channelFixture(service)
    const { id } = await channel()
    await service.rows('begin')
    await service.rows(`update channel set name = 'Sales', version = version + 1 where id = $1`, [id])
    const changed = api().channels.update.mutate({ id, name: 'Deals' }, as())
    await untilLocked(service)
    await service.rows('commit')
    await changed
    const announced = () => service.bus.published.filter(({ aggregate }) => aggregate.id === id)
    await until(() => announced().length === 2)
    expect(announced().map(({ aggregate }) => aggregate.version)).toEqual([1, 3])
  })

  it('remove takes subscribers and posts along', async () => {
    const { api, as, channel, subscribe } = await channelFixture(service)
    const { id } = await channel()
    await subscribe(id, phonesOf(2))
    const post = await api().posts.create.mutate({ channel: id, message: 'Hello' }, as())
    expect(await api().channels.remove.mutate({ id }, as())).toEqual({ id, deleted: true })
    await expect(api().channels.get.query({ id }, as())).rejects.toThrow('no such channel')
    await expect(api().posts.get.query({ id: post.id }, as())).rejects.toThrow('no such post')
    expect((await api().posts.list.query({}, as())).items).toEqual([])
    const left = `select id from channel where id = $1 union all select id from post where channel_id = $1
      union all select id from subscriber where channel_id = $1 union all select phone from post_delivery where post_id = $2`
    await until(async () => (await service.rows(left, [id, post.id])).length === 0)
  })

  it('that are being deleted start no post, neither by a call nor by a message to the channel', async () => {
    const fixture = await channelFixture(service)
    const { id } = await fixture.channel()
    await fixture.subscribe(id, phonesOf(1))
    await service.rows('begin')
    await service.rows('update channel set deleted = true, version = version + 1 where id = $1', [id])
    const post = newId('pst')
    const channel = id as `chn_${string}`
    const data = { post, channel, content: { message: 'Hello' } }
    await service.bus.publish(busEvent({ event: 'post:requested', workspace: fixture.workspace, data }))
    const posted = fixture.api().posts.create.mutate({ channel, message: 'Hello' }, fixture.as())
    const refused = expect(posted).rejects.toThrow('no such channel')
    await untilLocked(service, 2).finally(() => service.rows('commit'))
    await refused
    await until(() => fixture.eventsOf('post:refused').length === 1)
    expect(fixture.eventsOf('post:refused')).toEqual([{ post, errorCode: 'channel:not_found' }])
    expect(fixture.eventsOf('post:updated')).toEqual([])
  })

  it('a repeated Idempotency-Key creates one; unknown numbers, faulty fields and scopes are refused', async () => {
    const { api, as, number } = await channelFixture(service)
    const keyed = () => api().channels.create.mutate({ number, name: 'Once' }, as({ idempotencyKey: 'once' }))
    expect(await keyed()).toEqual(await keyed())
    const create = (input: object, options = {}) =>
      api().channels.create.mutate({ number, name: 'x', ...input }, as(options))
    await expect(create({ number: newId('num') })).rejects.toThrow('no such number')
    await expect(create({ name: '' })).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'name' }] } } })
    await expect(create({}, { scopes: ['send'] })).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
    await expect(create({}, { numbers: [newId('num')] })).rejects.toThrow('no such number')
  })

  it('another workspace finds nothing, as with an id that does not exist', async () => {
    const mine = await channelFixture(service)
    const { api, as } = await channelFixture(service)
    const { id: foreign } = await mine.channel()
    const phones = phonesOf(1)
    for (const id of [foreign, newId('chn')]) {
      const tries: (() => Promise<unknown>)[] = [
        () => api().channels.get.query({ id }, as()),
        () => api().channels.update.mutate({ id, name: 'x' }, as()),
        () => api().channels.remove.mutate({ id }, as()),
        () => api().subscribers.list.query({ id }, as()),
        () => api().subscribers.add.mutate({ id, phones }, as()),
        () => api().subscribers.remove.mutate({ id, phones }, as()),
        () => api().posts.create.mutate({ channel: id, message: 'x' }, as()),
      ]
      for (const attempt of tries) await expect(attempt()).rejects.toThrow('no such channel')
    }
    expect((await api().posts.list.query({ channel: foreign }, as())).items).toEqual([])
    const limited = mine.as({ numbers: [newId('num')] })
    await expect(api().channels.get.query({ id: foreign }, limited)).rejects.toThrow('no such channel')
    expect((await api().channels.list.query({}, limited)).items).toEqual([])
    const own = mine.as({ numbers: [mine.number as never] })
    const segment = newId('seg')
    const addressed = api().channels.create.mutate({ number: mine.number as never, name: 'All', segment }, own)
    await expect(addressed).rejects.toThrow('all numbers of the workspace')
  })
})
