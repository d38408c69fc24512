import { busEvent, until, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

const [ada = '', grace = '', edith = ''] = phonesOf(3)

describe('subscribers', () => {
  it('add subscribes once, remove unsubscribes, and list shows both, by phone', async () => {
    const { api, as, channel, subscribe } = await channelFixture(service)
    const { id } = await channel()
    const added = await subscribe(id, [grace, ada, grace])
    expect(added.map(({ phone, status, by }) => [phone, status, by])).toEqual([
      [grace, 'subscribed', 'you'],
      [ada, 'subscribed', 'you'],
    ])
    expect(await subscribe(id, [grace])).toEqual(added.slice(0, 1))
    const removed = await api().subscribers.remove.mutate({ id, phones: [ada, edith] }, as())
    expect(removed).toMatchObject([{ phone: ada, status: 'unsubscribed', optedOutAt: expect.any(String) }])
    const page = await api().subscribers.list.query({ id, size: 1 }, as())
    expect(page.items.map(({ phone }) => phone)).toEqual([ada])
    const rest = await api().subscribers.list.query({ id, size: 1, cursor: page.next ?? '' }, as())
    expect(rest.items.map(({ phone }) => phone)).toEqual([grace])
    const out = await api().subscribers.list.query({ id, status: 'unsubscribed' }, as())
    expect(out.items.map(({ phone }) => phone)).toEqual([ada])
    expect(await subscribe(id, [ada])).toMatchObject([{ phone: ada, status: 'subscribed', optedOutAt: null }])
  })

  it('who writes STOP while you add or remove them stays out by their word', async () => {
    const fixture = await channelFixture(service)
    const { id } = await fixture.channel()
    await fixture.subscribe(id, [ada, grace])
    const remove = (phone: string) => fixture.api().subscribers.remove.mutate({ id, phones: [phone] }, fixture.as())
    await remove(ada)
    for (const [phone, change] of [
      [ada, () => fixture.subscribe(id, [ada])],
      [grace, () => remove(grace)],
    ] as const) {
      await service.rows('begin')
      await service.rows(
        `update subscriber set subscribed = false, by = 'word', opted_out_at = now() where channel_id = $1 and id = $2`,
        [id, phone],
      )
      const changed = change()
      await untilLocked(service)
      await service.rows('commit')
      expect(await changed).toMatchObject([{ phone, status: 'unsubscribed', by: 'word' }])
    }
  })

  it('who writes a word of the workspace leaves its channels; the words of the installation do nothing there', async () => {
    const fixture = await channelFixture(service)
    const { id } = await fixture.channel()
    const { workspace } = fixture
    await fixture.subscribe(id, [ada, grace])
    const aggregate = { id: workspace, version: 2 }
    const data = { settings: { optOutWords: ['Basta'] } }
    await service.bus.publish(busEvent({ event: 'workspace:updated', workspace, data, aggregate }))
    await until(
      async () =>
        (await service.rows('select 1 from workspace_setting where workspace_id = $1', [workspace])).length === 1,
    )
    await fixture.announce('message:in', { phone: ada, message: 'basta!' })
    await fixture.announce('message:in', { phone: grace, message: 'stop' })
    const { items } = await fixture.api().subscribers.list.query({ id }, fixture.as())
    expect(items).toMatchObject([
      { phone: ada, status: 'unsubscribed', by: 'word' },
      { phone: grace, status: 'subscribed' },
    ])
  })

  it('who writes a word such as STOP leaves the channels of that number, and stays out unless they asked again', async () => {
    const fixture = await channelFixture(service)
    const other = await channelFixture(service)
    const [one, two, foreign] = [await fixture.channel(), await fixture.channel('News'), await other.channel()]
    for (const { id } of [one, two]) await fixture.subscribe(id, [ada, grace])
    await other.subscribe(foreign.id, [ada])
    await fixture.announce('message:in', { phone: ada, message: ' Stop! ' })
    await fixture.announce('message:in', { phone: grace, message: 'stop sending me cake, send tea' })
    const shown = (from: typeof fixture, id: string) => from.api().subscribers.list.query({ id }, from.as())
    for (const { id } of [one, two]) {
      expect((await shown(fixture, id)).items).toMatchObject([
        { phone: ada, status: 'unsubscribed', by: 'word', optedOutAt: expect.any(String) },
        { phone: grace, status: 'subscribed' },
      ])
    }
    expect((await shown(other, foreign.id)).items).toMatchObject([{ phone: ada, status: 'subscribed' }])
    expect(await fixture.subscribe(one.id, [ada])).toMatchObject([{ status: 'unsubscribed', by: 'word' }])
    const again = { id: one.id, phones: [ada], reconsented: true }
    expect(await fixture.api().subscribers.add.mutate(again, fixture.as())).toMatchObject([{ status: 'subscribed' }])
  })

  it('faulty phones are named by their place, and 1000 are the most', async () => {
    const { api, as, channel } = await channelFixture(service)
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
