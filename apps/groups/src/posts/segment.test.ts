import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelFixture, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()

/** Creates a channel with a segment as its audience. The test publishes the events of the contacts service. */
async function segmented() {
  const fixture = await channelFixture(service)
  const segment = newId('seg')
  const publish = <K extends 'segment:updated' | 'segment:members_listed'>(event: K, data: EventData<K>) =>
    service.bus.publish(busEvent({ event, workspace: fixture.workspace, data } as never))
  await publish('segment:updated', { id: segment, deleted: false })
  const make = () =>
    fixture.api().channels.create.mutate({ number: fixture.number, name: 'Offers', segment }, fixture.as())
  const { id } = await until(make)
  const requested = () =>
    service.bus.published.flatMap((event) =>
      event.workspace === fixture.workspace && event.event === 'segment:members_requested'
        ? [event.data as EventData<'segment:members_requested'>]
        : [],
    )
  return {
    ...fixture,
    segment,
    id,
    publish,
    requested,
    create: (input: object) => fixture.api().posts.create.mutate({ channel: id, ...input }, fixture.as()),
    show: (post: string) => fixture.api().posts.get.query({ id: post }, fixture.as()),
    handed: () => fixture.eventsOf('message:requested').flatMap(({ phones }) => phones),
    list: (post: string, page: { after: string; phones: string[]; next: string | null }) =>
      publish('segment:members_listed', { segment, for: post, ...page }),
  }
}

describe('a post to a segment', () => {
  it('gathers its people page by page, each once however often a page comes, and ends when all have been written to', async () => {
    const fixture = await segmented()
    const { id: post, status, segment } = await fixture.create({ message: 'Hello' })
    expect({ status, segment }).toEqual({ status: 'gathering', segment: fixture.segment })
    await until(() => fixture.requested().length === 1)
    const [one = '', two = '', three = ''] = phonesOf(3)
    await fixture.list(post, { after: '', phones: [one, two], next: 'con_a' })
    await fixture.list(post, { after: '', phones: [one, two], next: 'con_a' })
    await until(() => fixture.requested().length === 2)
    expect(fixture.requested()[1]).toMatchObject({ for: post, after: 'con_a' })
    await until(() => fixture.handed().length === 2)
    const refused = { reference: post, phones: [one, two], errorCode: 'queue:full' }
    await service.bus.publish(busEvent({ event: 'message:refused', workspace: fixture.workspace, data: refused }))
    await until(async () => (await fixture.show(post)).counts.failed === 2)
    expect((await fixture.show(post)).status).toBe('gathering')
    await fixture.list(post, { after: 'con_a', phones: [two, three], next: null })
    await until(() => fixture.handed().length === 3)
    expect(fixture.handed()).toEqual([one, two, three])
    expect((await fixture.show(post)).status).toBe('posting')
    const last = { reference: post, phones: [three], errorCode: 'queue:full' }
    await service.bus.publish(busEvent({ event: 'message:refused', workspace: fixture.workspace, data: last }))
    expect((await until(() => fixture.eventsOf('channel:posted')[0])).counts).toMatchObject({ total: 3, failed: 3 })
  })

  it('passes over who left by a word or was unsubscribed, before and after they were gathered', async () => {
    const fixture = await segmented()
    const [word = '', removed = '', stays = ''] = phonesOf(3)
    const statusAt = { received: new Date().toISOString() }
    const incoming = { phone: word, message: 'STOP', number: fixture.number, statusAt }
    await (await channelFixture(service)).announce('message:in', incoming)
    await service.bus.publish(busEvent({ event: 'message:in', workspace: fixture.workspace, data: incoming as never }))
    const { remove, list } = fixture.api().subscribers
    expect(await remove.mutate({ id: fixture.id, phones: [removed] }, fixture.as())).toMatchObject([
      { phone: removed, status: 'unsubscribed', by: 'you' },
    ])
    const left = async () => (await list.query({ id: fixture.id }, fixture.as())).items
    await until(async () => (await left()).length === 2)
    const { id: post } = await fixture.create({ message: 'Hello' })
    await fixture.list(post, { after: '', phones: [word, removed, stays], next: null })
    await until(() => fixture.handed().length === 1)
    expect(fixture.handed()).toEqual([stays])
  })

  it('is asked for again when no answer comes', async () => {
    const fixture = await segmented()
    const { id: post } = await fixture.create({ message: 'Hello' })
    await until(() => fixture.requested().length === 1)
    await service.rows(`update post set asked_at = now() - interval '2 minutes' where id = $1`, [post])
    await until(() => fixture.requested().length === 2, { timeoutMs: 20_000 })
    expect(fixture.requested()[1]).toEqual(fixture.requested()[0])
  })

  it('goes to the audience that the channel has when the post begins, not when it was scheduled or tested', async () => {
    const fixture = await segmented()
    const other = newId('seg')
    await fixture.publish('segment:updated', { id: other, deleted: false })
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const posts = [
      await fixture.create({ message: 'Hello', deliverAt: inAnHour }),
      await fixture.create({ message: 'Hello', test: phonesOf(1) }),
    ]
    const { update } = fixture.api().channels
    await until(() => update.mutate({ id: fixture.id, segment: other }, fixture.as()))
    await service.rows('update post set deliver_at = now() where id = $1', [posts[0]?.id])
    await fixture.api().posts.resume.mutate({ id: posts[1]?.id as string }, fixture.as())
    await until(() => fixture.requested().length === 2, { timeoutMs: 20_000 })
    expect(fixture.requested().map(({ segment }) => segment)).toEqual([other, other])
    for (const { id } of posts) expect(await fixture.show(id)).toMatchObject({ segment: other })
  })

  it('needs a segment of the own workspace that is not deleted; a channel can change its audience', async () => {
    const fixture = await segmented()
    const other = await segmented()
    const make = (segment: string) =>
      fixture.api().channels.create.mutate({ number: fixture.number, name: 'x', segment }, fixture.as())
    for (const unknown of [newId('seg'), other.segment]) await expect(make(unknown)).rejects.toThrow('no such segment')
    const { update } = fixture.api().channels
    const change = (segment: string | null) => update.mutate({ id: fixture.id, segment }, fixture.as())
    await expect(change(other.segment)).rejects.toThrow('no such segment')
    expect(await change(null)).toMatchObject({ segment: null })
    await fixture.publish('segment:updated', { id: fixture.segment, deleted: true })
    await until(
      async () =>
        (await service.rows('select 1 from known_segment where id = $1 and deleted', [fixture.segment])).length,
    )
    const late = { id: fixture.segment, deleted: false }
    const event = busEvent({ event: 'segment:updated', workspace: fixture.workspace, data: late })
    await service.apply(event)
    await expect(change(fixture.segment)).rejects.toThrow('no such segment')
  })

  it('and any other takes every content but a reaction', async () => {
    const fixture = await segmented()
    const media = { url: 'https://example.com/roses.jpg' }
    const post = await fixture.create({ message: 'Roses', media })
    expect(post).toMatchObject({ type: 'image', message: 'Roses' })
    await fixture.list(post.id, { after: '', phones: phonesOf(1), next: null })
    await until(() => fixture.handed().length === 1)
    expect(fixture.eventsOf('message:requested')[0]?.message).toMatchObject({
      media,
      message: 'Roses',
      priority: 'low',
    })
    expect(await fixture.create({ poll: { name: 'When?', options: ['Now', 'Later'] } })).toMatchObject({ type: 'poll' })
    for (const input of [{}, { message: 'x', poll: { name: 'y', options: ['a', 'b'] } }])
      await expect(fixture.create(input)).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'message' }] } } })
    await expect(fixture.create({ reaction: '👍' })).rejects.toThrow()
  })
})
