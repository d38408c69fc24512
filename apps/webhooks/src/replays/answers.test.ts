import { type Id, idFloor, newId } from '@posthorn/contracts'
import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

type Fixture = ReturnType<typeof createFixture>
type Input = Parameters<ReturnType<Fixture['api']>['replays']['create']['mutate']>[0]

let service: TestService
let patient: TestService
beforeAll(async () => {
  service = await startWebhooks()
  patient = await startWebhooks({ RETRY_SCALE: '1' })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await patient[Symbol.asyncDispose]()
})

/** A failure that delays the next attempt by an hour. */
const refusal = { status: 500, headers: { 'Retry-After': '3600' } }

const from = () => new Date(Date.now() - 3_600_000).toISOString()
const start = (fixture: Fixture, id: string, input: Partial<Input> = {}) =>
  fixture.api().replays.create.mutate({ id, from: from(), ...input }, fixture.as())
const count = (fixture: Fixture, id: string) => fixture.api().replays.preview.mutate({ id, from: from() }, fixture.as())

const untilAnswered = (fixture: Fixture, key: { id: string; replay: string }) =>
  until(async () => {
    const shown = await fixture.api().replays.get.query(key, fixture.as())
    const { ok, refused, silent } = shown.now
    return shown.status === 'finished' && shown.queued === ok + refused + silent && shown
  })
const untilEach = (fixture: Fixture, id: string, { deliveries, status }: { deliveries: number; status: string }) =>
  until(async () => (await fixture.deliveries(id)).filter((each) => each.status === status).length === deliveries)

/** Creates an event id with a past time, which `newId` can't do because its times never go back. */
const pastId = (ms: number) => `${idFloor('evt', ms).slice(0, -16)}${newId('evt').slice(-16)}` as Id<'evt'>

describe('the answers of a replay', () => {
  it('are counted beside those before it: what is fixed, what is broken, what answers as before', async () => {
    const refused = new Set<string>()
    await using receiver = await startReceiver({
      respond: ({ headers }) => (refused.has(headers['webhook-id'] ?? '') ? refusal : { status: 200 }),
    })
    const fixture = createFixture(patient)
    const { id } = await fixture.webhook(receiver)
    const [first, second, third] = [fixture.event(), fixture.event(), fixture.event()]
    refused.add(first.id).add(second.id)
    await patient.bus.publish(first, second, third)
    await untilEach(fixture, id, { deliveries: 1, status: 'succeeded' })
    await until(async () => (await fixture.deliveries(id)).filter(({ attempts }) => attempts === 1).length === 3)
    refused.delete(first.id)
    refused.add(third.id)
    const { id: replay } = await start(fixture, id, { withWaiting: true })
    expect(await untilAnswered(fixture, { id, replay })).toMatchObject({
      queued: 3,
      before: { ok: 1, refused: 2, silent: 0, none: 0 },
      now: { ok: 1, refused: 2, silent: 0 },
      fixed: 1,
      broken: 1,
    })
  })

  it('of a webhook made later have nothing before them', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    await fixture.publish(4)
    await until(async () => (await fixture.api().events.list.query({ size: 20 }, fixture.as())).length === 4)
    const { id } = await fixture.webhook(receiver)
    const { id: replay } = await start(fixture, id)
    const expected = { before: { none: 4, ok: 0 }, now: { ok: 4 }, fixed: 4, broken: 0 }
    expect(await untilAnswered(fixture, { id, replay })).toMatchObject(expected)
  })

  it('follow a delivery: an attempt of its own schedule replaces the answer of the one before', async () => {
    let refusals = 2
    await using receiver = await startReceiver({ respond: () => ({ status: refusals-- > 0 ? 500 : 200 }) })
    const fixture = createFixture(service)
    await fixture.publish()
    await until(async () => (await fixture.api().events.list.query({ size: 20 }, fixture.as())).length === 1)
    const { id } = await fixture.webhook(receiver)
    const { id: replay } = await start(fixture, id)
    await untilEach(fixture, id, { deliveries: 1, status: 'succeeded' })
    expect(await untilAnswered(fixture, { id, replay })).toMatchObject({ now: { ok: 1, refused: 0 }, fixed: 1 })
    expect(receiver.requests).toHaveLength(3)
  })
})

describe('a replay of what waits for another attempt', () => {
  it('withWaiting makes failed deliveries at once, which stay as they are without it, and count has their number', async () => {
    let isBroken = true
    await using receiver = await startReceiver({ respond: () => (isBroken ? refusal : { status: 200 }) })
    const fixture = createFixture(patient)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish(3)
    await until(async () => (await fixture.deliveries(id)).filter(({ attempts }) => attempts === 1).length === 3)
    expect(await count(fixture, id)).toMatchObject({ webhook: id, events: 3, failed: 0, waiting: 3 })
    isBroken = false
    const without = await start(fixture, id, { onlyFailed: true })
    await until(
      async () => (await fixture.api().replays.list.query({ id }, fixture.as())).items[0]?.status === 'finished',
    )
    expect(await fixture.api().replays.get.query({ id, replay: without.id }, fixture.as())).toMatchObject({ queued: 0 })
    const { id: replay } = await start(fixture, id, { onlyFailed: true, withWaiting: true })
    const expected = { queued: 3, before: { refused: 3 }, now: { ok: 3 }, fixed: 3 }
    expect(await untilAnswered(fixture, { id, replay })).toMatchObject(expected)
    expect(receiver.requests).toHaveLength(6)
    expect(await count(fixture, id)).toMatchObject({ events: 3, failed: 0, waiting: 0 })
  })
})

describe('the speed of a replay', () => {
  it('keeps the pauses between the events, shortened, from the first event on, and a stop leaves out the later ones', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const happened = (msAgo: number) => ({ ...fixture.event(), id: pastId(Date.now() - msAgo) })
    const events = [happened(1_202_000), happened(1_200_000), happened(600_000)] as const
    await service.bus.publish(...events)
    await until(async () => (await fixture.api().events.list.query({ size: 20 }, fixture.as())).length === 3)
    const { id } = await fixture.webhook(receiver)
    const { id: replay, speed, createdAt } = await start(fixture, id, { speed: 2 })
    expect(speed).toBe(2)
    const delivered = () => [...new Set(listEventIds(receiver))]
    await until(() => delivered().length === 2)
    const running = await fixture.api().replays.get.query({ id, replay }, fixture.as())
    expect(running).toMatchObject({ status: 'running', queued: 2 })
    expect(Date.parse(running.position)).toBeLessThan(Date.parse(running.to) - 500_000)
    const stopped = await fixture.api().replays.stop.mutate({ id, replay }, fixture.as())
    expect(stopped).toMatchObject({ status: 'stopped', queued: 2 })
    expect(delivered()).toEqual([events[0].id, events[1].id])
    await untilEach(fixture, id, { deliveries: 2, status: 'succeeded' })
    const made = await Promise.all(
      (await fixture.deliveries(id)).map((each) => fixture.api().deliveries.get.query({ id: each.id }, fixture.as())),
    )
    const [second] = made.map(({ attemptLog }) => Date.parse(attemptLog[0]?.startedAt ?? ''))
    expect((second ?? 0) - Date.parse(createdAt)).toBeGreaterThan(900)
  })
})

describe('count', () => {
  it('starts nothing, names faulty fields as the replay does, and finds nothing for other workspaces', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const events = await fixture.publish(2)
    await until(() => receiver.requests.length === 2)
    const counted = await count(fixture, id)
    expect(counted).toMatchObject({ events: 2, failed: 0, waiting: 0 })
    expect([counted.oldest, counted.newest].map((at) => Date.parse(at ?? ''))).toEqual([
      expect.closeTo(Date.parse(events[0]?.occurredAt ?? ''), -3),
      expect.closeTo(Date.parse(events[1]?.occurredAt ?? ''), -3),
    ])
    expect((await fixture.api().replays.list.query({ id }, fixture.as())).items).toEqual([])
    const old = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString()
    const faulty = fixture
      .api()
      .replays.preview.mutate({ id, from: old, to: old, events: ['nothing:here'] }, fixture.as())
    await expect(faulty).rejects.toMatchObject({
      data: { fault: { code: 'request:invalid', errors: [{ path: 'from' }, { path: 'to' }, { path: 'events.0' }] } },
    })
    await expect(count(createFixture(service), id)).rejects.toThrow('no such webhook')
  })
})

describe('a replay that is being stopped', () => {
  it('leaves loops no endpoint while the stop waits for the loop of another process', async () => {
    const fixture = createFixture(service)
    const urls = ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']
    const { id } = await fixture.webhook('', { url: undefined, urls })
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    const { id: replay } = await start(fixture, id)
    await service.rows('begin')
    const ofReplay = `select 1 from replay_endpoint l join replay r on r.id = l.replay_id where r.id = $1 order by l.endpoint_id desc`
    await service.rows(`${ofReplay} limit 1 for update of l for share of r`, [replay])
    const stopping = fixture.api().replays.stop.mutate({ id, replay }, fixture.as())
    const waiting = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await until(async () => (await service.rows(waiting)).length > 0)
    const free = await service.rows(`${ofReplay} for update of l skip locked`, [replay])
    await service.rows('commit')
    expect(free).toHaveLength(1)
    expect(await stopping).toMatchObject({ status: 'stopped', queued: 0 })
  })
})

it('at most a hundred replays of a workspace run, and another can start once one is stopped', async () => {
  const fixture = createFixture(service)
  const { id } = await fixture.webhook('http://127.0.0.1:9/', { status: 'paused' })
  const { id: replay } = await start(fixture, id)
  await service.rows(
    `with copied as (
       insert into replay select (jsonb_populate_record(r, jsonb_build_object('id', 'rpl_' || n))).*
       from replay r, generate_series(1, 99) n where r.id = $1 returning id
     )
     insert into replay_endpoint select (jsonb_populate_record(e, jsonb_build_object('replay_id', copied.id))).*
     from replay_endpoint e, copied where e.replay_id = $1 returning 1`,
    [replay],
  )
  await expect(start(fixture, id)).rejects.toThrow('at most 100 running replays')
  await fixture.api().replays.stop.mutate({ id, replay }, fixture.as())
  expect((await start(fixture, id)).status).toBe('running')
})
