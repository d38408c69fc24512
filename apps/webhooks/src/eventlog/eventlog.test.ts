import { randomBytes } from 'node:crypto'
import { eventCatalogue, eventEnvelope, exampleNumber, newId, publicKinds } from '@posthorn/contracts'
import { busEvent, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhooks, workspaceOf } from '../stage.suite.ts'
import { sampleOf } from './samples.ts'

const busName = `t_${randomBytes(6).toString('hex')}`
let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks({}, { busName })
})
afterAll(() => kit[Symbol.asyncDispose]())

describe('the event log', () => {
  it('events of two replicas are numbered without gap or repeat, in each workspace from 1', async () => {
    await using second = await startWebhooks({}, { database: kit.database, busName })
    const [one, two] = [workspaceOf(kit), workspaceOf(kit)]
    await Promise.all([one.publish(150), two.publish(50), one.publish(150), two.publish(50)])
    for (const [place, count] of [
      [one, 300],
      [two, 100],
    ] as const) {
      const rows = () =>
        kit.rows<{ sequence: string }>('select sequence from event where workspace_id = $1 order by sequence', [
          place.workspace,
        ])
      await until(async () => (await rows()).length === count)
      expect((await rows()).map((row) => Number(row.sequence))).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    }
    expect(second.service.url).not.toBe(kit.service.url)
  })

  it('an event that the bus hands over again is recorded and delivered once', async () => {
    const place = workspaceOf(kit)
    const webhook = await place.webhook('http://127.0.0.1:9/never')
    const event = place.event()
    await kit.bus.publish(event, event)
    const next = place.event()
    await kit.bus.publish(event, next)
    await until(async () => (await place.deliveries(webhook.id)).length === 2)
    const log = await place.api().events.list.query({}, place.as())
    expect(log.map(({ id, sequence }) => [id, sequence])).toEqual([
      [event.id, 1],
      [next.id, 2],
    ])
  })

  it('list goes on after a sequence, takes kinds, and shows each workspace only its own', async () => {
    const place = workspaceOf(kit)
    const [first, second, third] = await place.publish(3)
    const list = (input: object, of = place) => place.api().events.list.query(input, of.as())
    await until(async () => (await list({})).length === 3)
    expect((await list({ after: 1, size: 1 })).map(({ id }) => id)).toEqual([second?.id])
    expect((await list({ kinds: ['contact:created'], after: 2 })).map(({ id }) => id)).toEqual([third?.id])
    expect(await list({ kinds: ['message:in'] })).toEqual([])
    const other = workspaceOf(kit)
    expect(await list({}, other)).toEqual([])
    const get = (of: typeof place) => place.api().events.get.query({ id: first?.id ?? '' }, of.as())
    expect(await get(place)).toEqual((await list({}))[0])
    await expect(get(other)).rejects.toThrow('no such event')
  })

  it('a key limited to numbers sees their events and those about no number, and names one of them in its webhooks', async () => {
    const place = workspaceOf(kit)
    const [mine, other] = [newId('num'), newId('num')]
    const events = [mine, other].map((id) =>
      busEvent({
        event: 'number:updated',
        workspace: place.workspace,
        data: { ...exampleNumber, id, change: 'connected' },
      }),
    )
    await kit.bus.publish(...events)
    const [general] = await place.publish()
    const limited = place.as({ numbers: [mine] })
    await until(async () => (await place.api().events.list.query({}, place.as())).length === 3)
    const seen = await place.api().events.list.query({}, limited)
    expect(seen.map(({ id }) => id)).toEqual([events[0]?.id, general?.id])
    await expect(place.api().events.get.query({ id: events[1]?.id ?? '' }, limited)).rejects.toThrow('no such event')
    const create = (number?: string) =>
      place
        .api()
        .webhooks.create.mutate({ url: 'http://127.0.0.1:9/', events: ['*'], ...(number ? { number } : {}) }, limited)
    await expect(create()).rejects.toThrow('no such number')
    await expect(create(other)).rejects.toThrow('no such number')
    expect(await create(mine)).toMatchObject({ number: mine })
  })

  it('a long poll answers at once when an event comes, and empty when its time is over', async () => {
    const place = workspaceOf(kit)
    const polling = place.api().events.list.query({ wait: 20 }, place.as())
    const answeredAt = polling.then(() => performance.now())
    await kit.rows('select pg_sleep(0.05)')
    const publishedAt = performance.now()
    const [event] = await place.publish()
    expect((await polling).map(({ id }) => id)).toEqual([event?.id])
    expect((await answeredAt) - publishedAt).toBeLessThan(10_000)
    expect(await place.api().events.list.query({ after: 1, wait: 1 }, place.as())).toEqual([])
  })

  it('stream answers its first piece at once, and the next when something happens', async () => {
    const place = workspaceOf(kit)
    const stream = (cursor?: string) => place.api().events.stream.query(cursor ? { cursor } : {}, place.as())
    expect(await stream()).toEqual({ chunk: expect.stringContaining(': connected'), next: '0' })
    const waiting = stream('0')
    const [event] = await place.publish()
    const { chunk, next } = await waiting
    expect(next).toBe('1')
    expect(chunk).toMatch(new RegExp(`^id: 1\\nevent: contact:created\\ndata: {"id":"${event?.id}".*}\\n\\n$`))
  })

  it('every public kind is listed with a sample that is valid for it', async () => {
    const place = workspaceOf(kit)
    const kinds = await place.api().events.kinds.query({}, place.as())
    expect(kinds.map(({ kind }) => kind)).toEqual(publicKinds)
    for (const { kind, sample } of kinds) {
      expect(eventEnvelope.safeParse(sample).error, kind).toBeUndefined()
      expect(
        eventCatalogue[kind as (typeof publicKinds)[number]].data.safeParse(sample.data).error,
        kind,
      ).toBeUndefined()
    }
    const sent = { id: newId('evt'), workspace: place.workspace, occurredAt: new Date().toISOString() }
    expect(sampleOf('message:in', sent)).toMatchObject({ ...sent, event: 'message:in', sequence: 0 })
  })
})
