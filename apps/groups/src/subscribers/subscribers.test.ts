import type { TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phonesOf, shop, startGroups } from '../channel.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startGroups()
})
afterAll(() => kit[Symbol.asyncDispose]())

const [ada = '', grace = '', edith = ''] = phonesOf(3)

describe('subscribers', () => {
  it('add subscribes once, remove unsubscribes, and list shows both, by phone', async () => {
    const { api, as, channel, subscribe } = await shop(kit)
    const { id } = await channel()
    const added = await subscribe(id, [grace, ada, grace])
    expect(added.map(({ phone, state, by }) => [phone, state, by])).toEqual([
      [grace, 'subscribed', 'you'],
      [ada, 'subscribed', 'you'],
    ])
    expect(await subscribe(id, [grace])).toEqual(added.slice(0, 1))
    const removed = await api().subscribers.remove.mutate({ id, phones: [ada, edith] }, as())
    expect(removed).toMatchObject([{ phone: ada, state: 'unsubscribed', optedOutAt: expect.any(String) }])
    const page = await api().subscribers.list.query({ id, size: 1 }, as())
    expect(page.items.map(({ phone }) => phone)).toEqual([ada])
    const rest = await api().subscribers.list.query({ id, size: 1, cursor: page.next ?? '' }, as())
    expect(rest.items.map(({ phone }) => phone)).toEqual([grace])
    const out = await api().subscribers.list.query({ id, state: 'unsubscribed' }, as())
    expect(out.items.map(({ phone }) => phone)).toEqual([ada])
    expect(await subscribe(id, [ada])).toMatchObject([{ phone: ada, state: 'subscribed', optedOutAt: null }])
  })

  it('who writes a word such as STOP leaves the channels of that number, and stays out unless they asked again', async () => {
    const place = await shop(kit)
    const other = await shop(kit)
    const [one, two, foreign] = [await place.channel(), await place.channel('News'), await other.channel()]
    for (const { id } of [one, two]) await place.subscribe(id, [ada, grace])
    await other.subscribe(foreign.id, [ada])
    await place.tell('message:in', { phone: ada, message: ' Stop! ' })
    await place.tell('message:in', { phone: grace, message: 'stop sending me cake, send tea' })
    const shown = (from: typeof place, id: string) => from.api().subscribers.list.query({ id }, from.as())
    for (const { id } of [one, two]) {
      expect((await shown(place, id)).items).toMatchObject([
        { phone: ada, state: 'unsubscribed', by: 'word', optedOutAt: expect.any(String) },
        { phone: grace, state: 'subscribed' },
      ])
    }
    expect((await shown(other, foreign.id)).items).toMatchObject([{ phone: ada, state: 'subscribed' }])
    expect(await place.subscribe(one.id, [ada])).toMatchObject([{ state: 'unsubscribed', by: 'word' }])
    const again = { id: one.id, phones: [ada], reconsented: true }
    expect(await place.api().subscribers.add.mutate(again, place.as())).toMatchObject([{ state: 'subscribed' }])
  })

  it('faulty phones are named by their place, and 1000 are the most', async () => {
    const { api, as, channel } = await shop(kit)
    const { id } = await channel()
    const add = (phones: string[]) => api().subscribers.add.mutate({ id, phones }, as())
    await expect(add([ada, '12'])).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'phones.1', code: 'phone:invalid' }] } },
    })
    await expect(add(phonesOf(1001))).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'phones' }] } } })
    expect(await add(phonesOf(1000))).toHaveLength(1000)
    const reader = api().subscribers.remove.mutate({ id, phones: [ada] }, as({ scopes: ['read'] }))
    await expect(reader).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
  })
})
