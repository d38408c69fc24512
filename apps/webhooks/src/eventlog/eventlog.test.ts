import { randomBytes } from 'node:crypto'
import { eventCatalog, eventEnvelope, exampleEvent, exampleNumber, newId, publicKinds } from '@posthorn/contracts'
import { busEvent, packLightly, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'
import { buildSample } from './samples.ts'

const busName = `t_${randomBytes(6).toString('hex')}`
let service: TestService
beforeAll(async () => {
  service = await startWebhooks({}, { busName })
})
afterAll(() => service[Symbol.asyncDispose]())

describe('the event log', () => {
  it('events of two replicas are numbered without gap or repeat, in each workspace from 1', async () => {
    await using second = await startWebhooks({}, { database: service.database, busName })
    const [one, two] = [createFixture(service), createFixture(service)]
    await Promise.all([one.publish(150), two.publish(50), one.publish(150), two.publish(50)])
    for (const [fixture, count] of [
      [one, 300],
      [two, 100],
    ] as const) {
      const rows = () =>
        service.rows<{ sequence: string }>('select sequence from event where workspace_id = $1 order by sequence', [
          fixture.workspace,
        ])
      await until(async () => (await rows()).length === count)
      expect((await rows()).map((row) => Number(row.sequence))).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    }
    expect(second.service.url).not.toBe(service.service.url)
  })

  it('an event of a key or member is delivered by its kind, and by the wildcard of its noun or of all', async () => {
    const fixture = createFixture(service)
    const { workspace } = fixture
    const [never, kinds] = ['http://127.0.0.1:9/never', ['key:created', 'member:removed'] as const]
    const named = await fixture.webhook(never, { events: [...kinds] })
    const all = await fixture.webhook(`${never}/all`)
    const ofNoun = await fixture.webhook(`${never}/keys`, { events: ['key:*'] })
    await expect(fixture.webhook(`${never}/none`, { events: ['nothing:*'] })).rejects.toThrow('is not an event')
    const key = busEvent({ event: 'key:created', workspace, data: { key: newId('key') } })
    const member = busEvent({ event: 'member:removed', workspace, data: { id: newId('mem') } })
    const other = fixture.event()
    await service.bus.publish(key, member, other)
    await until(async () => (await fixture.deliveries(all.id)).length === 3)
    expect((await fixture.deliveries(ofNoun.id)).map(({ event }) => event.id)).toEqual([key.id])
    const delivered = (await fixture.deliveries(named.id)).map(({ event }) => event.event)
    expect(delivered.toSorted()).toEqual(kinds)
    const log = await fixture.api().events.list.query({ events: [...kinds] }, fixture.as())
    expect(log.map(({ data }) => data)).toEqual([key.data, member.data])
  })

  it('an event that the bus redelivers is recorded and delivered once', async () => {
    const fixture = createFixture(service)
    const webhook = await fixture.webhook('http://127.0.0.1:9/never')
    const event = fixture.event()
    await service.bus.publish(event, event)
    const next = fixture.event()
    await service.bus.publish(event, next)
    await until(async () => (await fixture.deliveries(webhook.id)).length === 2)
    const log = await fixture.api().events.list.query({}, fixture.as())
    expect(log.map(({ id, sequence }) => [id, sequence])).toEqual([
      [event.id, 1],
      [next.id, 2],
    ])
  })

  it('list continues after a sequence, filters by kind and by all of a noun, and shows each workspace only its own', async () => {
    const fixture = createFixture(service)
    const [first, second, third] = await fixture.publish(3)
    const list = (input: object, of = fixture) => fixture.api().events.list.query(input, of.as())
    await until(async () => (await list({})).length === 3)
    expect((await list({ after: 1, size: 1 })).map(({ id }) => id)).toEqual([second?.id])
    expect((await list({ events: ['contact:created'], after: 2 })).map(({ id }) => id)).toEqual([third?.id])
    expect(await list({ events: ['message:in'] })).toEqual([])
    const sequences = async (order: string) =>
      (await list({ events: ['contact:*'], order })).map((each) => each.sequence)
    expect([await sequences('asc'), await sequences('desc')]).toEqual([
      [1, 2, 3],
      [3, 2, 1],
    ])
    expect(await list({ events: ['message:*'] })).toEqual([])
    const other = createFixture(service)
    expect(await list({}, other)).toEqual([])
    const get = (of: typeof fixture) => fixture.api().events.get.query({ id: first?.id ?? '' }, of.as())
    expect(await get(fixture)).toEqual((await list({}))[0])
    await expect(get(other)).rejects.toThrow('no such event')
  })

  it('list goes back from the newest, and finds the events of a time, a message and a number', async () => {
    const fixture = createFixture(service)
    const published = await fixture.publish(4)
    const list = async (input: object) =>
      (await fixture.api().events.list.query(input, fixture.as())).map(({ sequence }) => sequence)
    await until(async () => (await list({})).length === 4)
    expect(await list({ order: 'desc', size: 3 })).toEqual([4, 3, 2])
    expect(await list({ order: 'desc', before: 2 })).toEqual([1])
    expect(await list({ order: 'desc', after: 2 })).toEqual([4, 3])
    expect(await list({ before: 3 })).toEqual([1, 2])
    const [now, hourAgo] = [Date.now() + 60_000, Date.now() - 3_600_000].map((ms) => new Date(ms).toISOString())
    expect(await list({ occurredAfter: hourAgo, occurredBefore: now })).toEqual([1, 2, 3, 4])
    expect([await list({ occurredBefore: hourAgo }), await list({ order: 'desc', occurredAfter: now })]).toEqual([
      [],
      [],
    ])
    const [message, number] = [newId('msg'), newId('num')]
    const id = published[2]?.id
    await service.rows('update event set message_id = $2, number_id = $3 where id = $1', [id, message, number])
    expect([await list({ message }), await list({ number: [number] })]).toEqual([[3], [3]])
    expect(await list({ message: newId('msg'), order: 'desc' })).toEqual([])
  })

  it('deliveries of an event are those to every webhook that subscribed, within the workspace', async () => {
    const fixture = createFixture(service)
    const webhooks = [await fixture.webhook('http://127.0.0.1:9/one'), await fixture.webhook('http://127.0.0.1:9/two')]
    const [event] = await fixture.publish()
    const of = (as = fixture.as()) => fixture.api().events.deliveries.query({ id: event?.id ?? '' }, as)
    await until(async () => (await fixture.api().events.list.query({}, fixture.as())).length === 1)
    const found = await of()
    expect(found.map(({ webhook }) => webhook).toSorted()).toEqual(webhooks.map(({ id }) => id).toSorted())
    expect(found.map((each) => each.event.id)).toEqual([event?.id, event?.id])
    for (const other of [fixture.as({ numbers: [newId('num')] }), createFixture(service).as()])
      await expect(of(other)).rejects.toThrow('no such event')
  })

  it('a key limited to numbers sees their events alone, and must name one of them in its webhooks', async () => {
    const fixture = createFixture(service)
    const [mine, other] = [newId('num'), newId('num')]
    const events = [mine, other].map((id) =>
      busEvent({
        event: 'number:updated',
        workspace: fixture.workspace,
        data: { ...exampleNumber, id, change: 'connected' },
      }),
    )
    await service.bus.publish(...events)
    const [general] = await fixture.publish()
    const limited = fixture.as({ numbers: [mine] })
    await until(async () => (await fixture.api().events.list.query({}, fixture.as())).length === 3)
    const seen = await fixture.api().events.list.query({}, limited)
    expect(seen.map(({ id }) => id)).toEqual([events[0]?.id])
    for (const hidden of [events[1], general])
      await expect(fixture.api().events.get.query({ id: hidden?.id ?? '' }, limited)).rejects.toThrow('no such event')
    const create = (number?: string) =>
      fixture
        .api()
        .webhooks.create.mutate({ url: 'http://127.0.0.1:9/', events: ['*'], ...(number ? { number } : {}) }, limited)
    await expect(create()).rejects.toThrow('number: is required')
    await expect(create(other)).rejects.toThrow('no such number')
    const { id, ...made } = await create(mine)
    expect(made).toMatchObject({ number: mine })
    const widen = fixture.api().webhooks.update.mutate({ id, number: other }, limited)
    await expect(widen).rejects.toThrow('no such number')
  })

  it('a long poll returns at once when an event comes, and empty when its time is over', async () => {
    const fixture = createFixture(service)
    const polling = fixture.api().events.list.query({ wait: 20 }, fixture.as())
    const answeredAt = polling.then(() => performance.now())
    await service.rows('select pg_sleep(0.05)')
    const publishedAt = performance.now()
    const [event] = await fixture.publish()
    expect((await polling).map(({ id }) => id)).toEqual([event?.id])
    expect((await answeredAt) - publishedAt).toBeLessThan(10_000)
    expect(await fixture.api().events.list.query({ after: 1, wait: 1 }, fixture.as())).toEqual([])
  })

  it('stream returns its first chunk at once, and the next when an event comes', async () => {
    const fixture = createFixture(service)
    const stream = (cursor?: string) => fixture.api().events.stream.query(cursor ? { cursor } : {}, fixture.as())
    expect(await stream()).toEqual({ chunk: expect.stringContaining(': connected'), next: '0' })
    const waiting = stream('0')
    const [event] = await fixture.publish()
    const { chunk, next } = await waiting
    expect(next).toBe('1')
    expect(chunk).toMatch(new RegExp(`^id: 1\\nevent: contact:created\\ndata: {"id":"${event?.id}".*}\\n\\n$`))
  })

  it('a stream of kinds that do not happen goes on from the newest event, so that it reads no event twice', async () => {
    const fixture = createFixture(service)
    const list = () => fixture.api().events.list.query({}, fixture.as())
    await fixture.publish(3)
    await until(async () => (await list()).length === 3)
    const stream = (input: object) =>
      fixture.api().events.stream.query({ events: ['call:missed'], ...input }, fixture.as())
    expect(await stream({ after: 0 })).toMatchObject({ next: '3' })
    expect(await stream({ after: 7 })).toMatchObject({ next: '7' })
  })

  it('a name that is no event is refused, because its events would be waited for in vain', async () => {
    const { api, as } = createFixture(service)
    const { list, stream } = api().events
    const input = { events: ['contact:*', 'contact:creatd'] }
    for (const read of [() => list.query(input, as()), () => stream.query(input, as())])
      await expect(read()).rejects.toMatchObject({
        data: { fault: { code: 'request:invalid', errors: [{ path: 'events.1' }] } },
      })
  })

  it('every public kind is listed with a sample that is valid for it', async () => {
    const fixture = createFixture(service)
    const kinds = await fixture.api().events.kinds.query({}, fixture.as())
    expect(kinds.map(({ event }) => event)).toEqual(publicKinds)
    for (const { event: kind, sample } of kinds) {
      expect(eventEnvelope.safeParse(sample).error, kind).toBeUndefined()
      expect(eventCatalog[kind as (typeof publicKinds)[number]].data.safeParse(sample.data).error, kind).toBeUndefined()
    }
    const sent = { id: newId('evt'), workspace: fixture.workspace, occurredAt: new Date().toISOString() }
    expect(buildSample('message:in', sent)).toMatchObject({ ...sent, event: 'message:in', sequence: 0 })
  })
})

describe.each([
  ['of another release', Buffer.of(9)],
  ['that is damaged', packLightly('{"id":')],
])('an entry %s', (_, entry) => {
  /** Logs three messages of a chat, and makes the second one unreadable. */
  async function logMessages() {
    const fixture = createFixture(service)
    const { workspace } = fixture
    const chat = newId('chat')
    const messages = [1, 2, 3].map(() => ({ ...exampleEvent.data, id: newId('msg'), chat }))
    const events = messages.map((data) => busEvent({ event: 'message:in', workspace, data: data as never }))
    await service.bus.publish(...events)
    const read = (input = {}) => fixture.api().events.list.query(input, fixture.as())
    await until(async () => (await read()).length === 3)
    await service.rows('update event set entry = $2 where id = $1', [events[1]?.id, entry])
    return { fixture, chat, read, ids: events.map(({ id }) => id), message: messages[1]?.id as string }
  }

  it('is listed, shown and streamed without its data, and hides no other', async () => {
    const { fixture, chat, read, ids, message } = await logMessages()
    const shown = { id: ids[1], event: 'message:in', sequence: 2, data: { id: message, erased: false } }
    const whole = [1, 3].map((sequence) => expect.objectContaining({ sequence }))
    for (const input of [{}, { chat }, { order: 'asc' }])
      expect((await read(input)).toSorted((a, b) => a.sequence - b.sequence)).toEqual([
        whole[0],
        expect.objectContaining(shown),
        whole[1],
      ])
    const one = await fixture.api().events.get.query({ id: ids[1] as string }, fixture.as())
    expect(one).toMatchObject(shown)
    expect(eventEnvelope.safeParse(one).error).toBeUndefined()
    const { chunk } = await fixture.api().events.stream.query({ after: 0 }, fixture.as())
    const streamed = [...chunk.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown)
    expect(streamed).toEqual([whole[0], one, whole[1]])
  })

  it('delays no replay in another format', async () => {
    await using receiver = await startReceiver()
    const { fixture } = await logMessages()
    const { id } = await fixture.webhook(receiver.url, { format: 'dialect', events: ['message:in:new'] })
    const from = new Date(Date.now() - 3_600_000).toISOString()
    const { id: replay } = await fixture.api().replays.create.mutate({ id, from }, fixture.as())
    await until(() => receiver.requests.length === 2)
    const show = () => fixture.api().replays.get.query({ id, replay }, fixture.as())
    expect(await until(async () => (await show()).status === 'finished' && show())).toMatchObject({ queued: 2 })
  })
})
