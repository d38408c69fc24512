import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phonesOf, shop, startGroups } from '../channel.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startGroups()
})
afterAll(() => kit[Symbol.asyncDispose]())

/** A channel whose audience is a segment; what the contacts service says of it is said by the test. */
async function segmented() {
  const place = await shop(kit)
  const segment = newId('seg')
  const say = <K extends 'segment:updated' | 'segment:told'>(event: K, data: EventData<K>) =>
    kit.bus.publish(busEvent({ event, workspace: place.workspace, data } as never))
  await say('segment:updated', { id: segment, deleted: false })
  const make = () => place.api().channels.create.mutate({ number: place.number, name: 'Offers', segment }, place.as())
  const { id } = await until(make)
  const asked = () =>
    kit.bus.published.flatMap((event) =>
      event.workspace === place.workspace && event.event === 'segment:asked'
        ? [event.data as EventData<'segment:asked'>]
        : [],
    )
  return {
    ...place,
    segment,
    id,
    say,
    asked,
    create: (input: object) => place.api().posts.create.mutate({ id, ...input }, place.as()),
    show: (post: string) => place.api().posts.get.query({ id, post }, place.as()),
    handed: () => place.told('message:wanted').flatMap(({ phones }) => phones),
    tell: (post: string, page: { after: string; phones: string[]; next: string | null }) =>
      say('segment:told', { segment, for: post, ...page }),
  }
}

describe('a post to a segment', () => {
  it('gathers its people page by page, each once however often a page comes, and ends when all have been written to', async () => {
    const place = await segmented()
    const { id: post, state, segment } = await place.create({ message: 'Hello' })
    expect({ state, segment }).toEqual({ state: 'gathering', segment: place.segment })
    await until(() => place.asked().length === 1)
    const [one = '', two = '', three = ''] = phonesOf(3)
    await place.tell(post, { after: '', phones: [one, two], next: 'con_a' })
    await place.tell(post, { after: '', phones: [one, two], next: 'con_a' })
    await until(() => place.asked().length === 2)
    expect(place.asked()[1]).toMatchObject({ for: post, after: 'con_a' })
    await until(() => place.handed().length === 2)
    const refused = { reference: post, phones: [one, two], errorCode: 'queue:full' }
    await kit.bus.publish(busEvent({ event: 'message:refused', workspace: place.workspace, data: refused }))
    await until(async () => (await place.show(post)).counts.failed === 2)
    expect((await place.show(post)).state).toBe('gathering')
    await place.tell(post, { after: 'con_a', phones: [two, three], next: null })
    await until(() => place.handed().length === 3)
    expect(place.handed()).toEqual([one, two, three])
    expect((await place.show(post)).state).toBe('posting')
    const last = { reference: post, phones: [three], errorCode: 'queue:full' }
    await kit.bus.publish(busEvent({ event: 'message:refused', workspace: place.workspace, data: last }))
    expect((await until(() => place.told('channel:posted')[0])).counts).toMatchObject({ total: 3, failed: 3 })
  })

  it('passes over who left by a word or was unsubscribed, before and after they were gathered', async () => {
    const place = await segmented()
    const [word = '', removed = '', stays = ''] = phonesOf(3)
    const incoming = { phone: word, message: 'STOP', number: place.number }
    await (await shop(kit)).tell('message:in', incoming)
    await kit.bus.publish(busEvent({ event: 'message:in', workspace: place.workspace, data: incoming as never }))
    const { remove, list } = place.api().subscribers
    expect(await remove.mutate({ id: place.id, phones: [removed] }, place.as())).toMatchObject([
      { phone: removed, state: 'unsubscribed', by: 'you' },
    ])
    const left = async () => (await list.query({ id: place.id }, place.as())).items
    await until(async () => (await left()).length === 2)
    const { id: post } = await place.create({ message: 'Hello' })
    await place.tell(post, { after: '', phones: [word, removed, stays], next: null })
    await until(() => place.handed().length === 1)
    expect(place.handed()).toEqual([stays])
  })

  it('is asked for again when no answer comes', async () => {
    const place = await segmented()
    const { id: post } = await place.create({ message: 'Hello' })
    await until(() => place.asked().length === 1)
    await kit.rows(`update post set asked_at = now() - interval '2 minutes' where id = $1`, [post])
    await until(() => place.asked().length === 2, { timeoutMs: 20_000 })
    expect(place.asked()[1]).toEqual(place.asked()[0])
  })

  it('needs a segment that is there, of the own workspace; a channel can change its audience', async () => {
    const place = await segmented()
    const other = await segmented()
    const make = (segment: string) =>
      place.api().channels.create.mutate({ number: place.number, name: 'x', segment }, place.as())
    for (const unknown of [newId('seg'), other.segment]) await expect(make(unknown)).rejects.toThrow('no such segment')
    const { update } = place.api().channels
    const change = (segment: string | null) => update.mutate({ id: place.id, segment }, place.as())
    await expect(change(other.segment)).rejects.toThrow('no such segment')
    expect(await change(null)).toMatchObject({ segment: null })
    await place.say('segment:updated', { id: place.segment, deleted: true })
    await until(
      async () => (await kit.rows('select 1 from known_segment where id = $1 and deleted', [place.segment])).length,
    )
    await expect(change(place.segment)).rejects.toThrow('no such segment')
  })

  it('and any other takes every content but a reaction', async () => {
    const place = await segmented()
    const media = { url: 'https://example.com/roses.jpg' }
    const post = await place.create({ message: 'Roses', media })
    expect(post).toMatchObject({ type: 'image', message: 'Roses' })
    await place.tell(post.id, { after: '', phones: phonesOf(1), next: null })
    await until(() => place.handed().length === 1)
    expect(place.told('message:wanted')[0]?.message).toMatchObject({ media, message: 'Roses', priority: 'low' })
    expect(await place.create({ poll: { name: 'When?', options: ['Now', 'Later'] } })).toMatchObject({ type: 'poll' })
    for (const input of [{}, { message: 'x', poll: { name: 'y', options: ['a', 'b'] } }])
      await expect(place.create(input)).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'message' }] } } })
    await expect(place.create({ reaction: '👍' })).rejects.toThrow()
  })
})
