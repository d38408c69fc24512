import { type Receiver, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobsAtOnceMax } from '../delivery/jobs.sql.ts'
import { createFixture, createGate, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  // Receivers don't respond until the test lets them, which takes seconds on a busy machine.
  service = await startWebhooks({ DELIVERY_TIMEOUT_MS: '20000' })
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>

/** Publishes events one after another. Returns the delivery latency of each in milliseconds, in ascending order. */
async function latencies(fixture: Fixture, receiver: Receiver, count: number) {
  const all: number[] = []
  for (let i = 0; i < count; i++) {
    const publishedAt = performance.now()
    await fixture.publish()
    all.push((await until(() => receiver.requests[i])).receivedAt - publishedAt)
  }
  return all.toSorted((a, b) => a - b)
}

describe('queues of endpoints', () => {
  it('a receiver that never answers delays no other, and has ten requests at once at most', async () => {
    await using slow = await startReceiver({ respond: { hang: true } })
    await using fast = await startReceiver()
    const [slowPlace, fastPlace] = [createFixture(service), createFixture(service)]
    await slowPlace.webhook(slow)
    await fastPlace.webhook(fast)
    await slowPlace.publish(100)
    await until(() => slow.requests.length >= 10)
    const took = await latencies(fastPlace, fast, 20)
    const firstAt = slow.requests[0]?.receivedAt ?? 0
    // Long before the first request's 20-second timeout.
    expect(slow.requests.filter(({ receivedAt }) => receivedAt < firstAt + 4_000)).toHaveLength(10)
    expect(took.at(-1)).toBeLessThan(4_000)
  })

  it('a workspace with thousands of due deliveries to a dead port does not delay another', async () => {
    await using fast = await startReceiver()
    const [dead, live] = [createFixture(service), createFixture(service)]
    const { id } = await dead.webhook('http://127.0.0.1:9/')
    await live.webhook(fast)
    await dead.publish()
    await until(async () => (await dead.deliveries(id)).length === 1)
    await service.rows(
      `insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id)
       select j.workspace_id, 'dlv_' || lpad(n::text, 26, '0'), j.endpoint_id, j.event_id
       from delivery_job j, generate_series(1, 5000) n where j.workspace_id = $1`,
      [dead.workspace],
    )
    const took = await latencies(live, fast, 30)
    // If jobs were served in time order, these deliveries would have to wait for the other workspace's 5,000.
    expect(took.at(-1)).toBeLessThan(4_000)
  })

  it('live events are delivered between those of a resumed backlog', async () => {
    const answers = createGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.publish(100)
    await until(async () => (await fixture.deliveries(id)).length === 100)
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    await until(() => receiver.requests.length === 10)
    expect(await placeOfNew(fixture, { id, receiver, answers, waiting: 100 })).toBeLessThan(60)
  })

  it('a backlog of a slow receiver does not delay new events', async () => {
    const answers = createGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({ delayMs: 50 })) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish(120)
    await until(async () => receiver.requests.length === 10 && (await fixture.deliveries(id)).length === 120)
    await service.rows(
      `update delivery_job set run_at = now() - interval '10 s' where workspace_id = $1 and lease_token is null`,
      [fixture.workspace],
    )
    // The new event gets one of the next free slots, rather than waiting for the 110 that were due before it.
    expect(await placeOfNew(fixture, { id, receiver, answers, waiting: 120 })).toBeLessThan(60)
  })

  it('new events beside a backlog leave in their order, in half of the places', async () => {
    const answers = createGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    const events = await fixture.publish(40)
    await until(async () => (await fixture.deliveries(id)).length === 40)
    await service.rows(
      `with job as (
         update delivery_job j set parked_at = null,
           run_at = now() - case when p.n <= 20 then interval '1 minute' else (540 - p.n) * interval '1 ms' end
         from (select delivery_id, row_number() over (order by delivery_id) as n from delivery_job where workspace_id = $1) p
         where j.delivery_id = p.delivery_id
       ) update webhook set status = 'active' where id = $2`,
      [fixture.workspace, id],
    )
    await fixture.api().webhooks.update.mutate({ id, ratePerSecond: null }, fixture.as())
    await until(() => receiver.requests.length === 10)
    const inOrder = (await fixture.deliveries(id))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ event }) => event.id)
    const places = listEventIds(receiver).map((event) => inOrder.indexOf(event))
    const fresh = places.filter((place) => place >= 20).toSorted((a, b) => a - b)
    expect(fresh.length).toBeGreaterThanOrEqual(5)
    expect(fresh).toEqual(Array.from(fresh, (_, i) => 20 + i))
    answers.open()
    await until(() => new Set(listEventIds(receiver)).size === events.length)
  })

  it('an event that is recorded while its webhook is enabled is delivered then, not at the next reconcile', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    const locks = `select 1 from pg_locks where relation = 'event'::regclass and not granted`
    await service.rows('begin')
    try {
      await service.rows('lock table event in share mode')
      await fixture.publish(1)
      await until(async () => (await service.rows(locks)).length > 0, { describe: 'the event to wait for its table' })
      await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    } finally {
      await service.rows('commit')
    }
    await until(() => receiver.requests.length === 1, { timeoutMs: 20_000 })
  })

  it('enabling resumes what is parked in bounded transactions, oldest first', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    const count = jobsAtOnceMax + 50
    for (let i = 0; i < count; i += 105) await fixture.publish(Math.min(105, count - i))
    const parked = `select count(*)::int as n from delivery_job where workspace_id = $1 and run_at = 'infinity'`
    const countParked = async () => (await service.rows<{ n: number }>(parked, [fixture.workspace]))[0]?.n
    await until(async () => (await countParked()) === count)
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    await until(() => receiver.requests.length === count, { timeoutMs: 60_000 })
    expect(new Set(listEventIds(receiver)).size).toBe(count)
  })
})

describe('a receiver that answers quickly', () => {
  it('has prefetched jobs, never more than ten in flight; when it fails they are returned and lose no attempt', async () => {
    const failing = createGate()
    const seen = { now: 0, most: 0 }
    await using receiver = await startReceiver({
      respond: async (_request, i) => {
        seen.most = Math.max(seen.most, (seen.now += 1))
        if (i >= 150) await failing.opened
        seen.now -= 1
        return i < 150 ? {} : { status: 500 }
      },
    })
    // Independent of the machine's speed: every response counts as quick, and no hanging request times out.
    await using patient = await startWebhooks({ DELIVERY_PREFETCH_MS: '60000', DELIVERY_TIMEOUT_MS: '20000' })
    const fixture = createFixture(patient)
    const { id } = await fixture.webhook(receiver)
    const leased = () =>
      patient.rows(`select 1 from delivery_job where workspace_id = $1 and lease_token is not null`, [
        fixture.workspace,
      ])
    await fixture.publish(300)
    // Ten requests hang, and the prefetched jobs wait here.
    await until(async () => receiver.requests.length === 160 && (await leased()).length > 10)
    failing.open()
    const open = async () => (await fixture.show(id)).endpoints[0]?.breaker.status === 'open'
    await until(async () => (await open()) && (await leased()).length === 0)
    expect(seen.most).toBe(10)
    expect(receiver.requests.length).toBeLessThan(180)
    receiver.respondWith({})
    const succeeded = `select count(*)::int as done, sum(attempts)::int as attempts from delivery where workspace_id = $1 and status = 'succeeded'`
    const counted = await until(
      async () => {
        const [row] = await patient.rows<{ done: number; attempts: number }>(succeeded, [fixture.workspace])
        return row?.done === 300 && row
      },
      { timeoutMs: 20_000 },
    )
    expect(counted.attempts).toBe(receiver.requests.length)
    expect(new Set(listEventIds(receiver)).size).toBe(300)
  })
})

/**
 * Publishes another event, lets the receiver respond, and returns the new event's position in arrival order. Checks that each event arrives
 * once.
 */
async function placeOfNew(
  fixture: Fixture,
  {
    id,
    receiver,
    answers,
    waiting,
  }: { id: string; receiver: Receiver; answers: ReturnType<typeof createGate>; waiting: number },
): Promise<number> {
  const [live] = await fixture.publish()
  await until(async () => (await fixture.deliveries(id)).length === waiting + 1)
  answers.open()
  await until(() => new Set(listEventIds(receiver)).size === waiting + 1)
  expect(receiver.requests).toHaveLength(waiting + 1)
  return listEventIds(receiver).indexOf(live?.id ?? '')
}

describe('leases', () => {
  const jobOf = (fixture: Fixture) =>
    service.rows<{ delivery_id: string; lease_token: string | null }>(
      'select delivery_id, lease_token from delivery_job where workspace_id = $1',
      [fixture.workspace],
    )

  it('a delivery whose process died is attempted again when the lease ends, and loses no attempt', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.publish()
    await until(async () => (await jobOf(fixture)).length === 1)
    const leasedAt = performance.now()
    await service.rows(
      `update delivery_job set lease_token = gen_random_uuid(), run_at = now() + interval '700 ms', parked_at = null where workspace_id = $1`,
      [fixture.workspace],
    )
    await service.rows(`update webhook set status = 'active' where workspace_id = $1`, [fixture.workspace])
    const request = await until(() => receiver.requests[0])
    expect(request.receivedAt - leasedAt).toBeGreaterThan(690)
    await until(async () => (await fixture.deliveries(id))[0]?.status === 'succeeded')
    expect((await fixture.deliveries(id))[0]?.attempts).toBe(1)
  })

  it('a process that lost its lease changes nothing', async () => {
    const late = createGate()
    const answers = [
      () => late.opened.then(() => ({ status: 410 })),
      () => ({ status: 500, headers: { 'Retry-After': '600' } }),
    ]
    await using receiver = await startReceiver({ respond: (_request, i) => answers[i]?.() ?? {} })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const [first] = await fixture.publish()
    await until(() => receiver.requests.length === 1)
    await service.rows(`update delivery_job set run_at = now() where workspace_id = $1`, [fixture.workspace])
    await until(async () => (await fixture.deliveries(id))[0]?.lastHttpStatus === 500)
    late.open()
    await until(() => receiver.requests[0]?.status === 410)
    // Results are recorded in order, so this one follows the late 410.
    const [second] = await fixture.publish()
    await until(async () => (await fixture.deliveries(id))[0]?.status === 'succeeded')
    expect(await fixture.show(id)).toMatchObject({ status: 'active' })
    expect(await fixture.deliveries(id)).toMatchObject([
      { event: { id: second?.id }, status: 'succeeded' },
      { event: { id: first?.id }, status: 'waiting', attempts: 1, lastHttpStatus: 500 },
    ])
  })

  it('a restart during an attempt lets it end, and delivers the rest', async () => {
    await using receiver = await startReceiver({
      respond: (_request, i) => (i === 0 ? { status: 500, delayMs: 300 } : {}),
    })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish(1)
    await until(() => receiver.requests.length === 1)
    await service.restart()
    await fixture.publish(5)
    await until(async () => {
      const all = await fixture.deliveries(id)
      return all.length === 6 && all.every(({ status }) => status === 'succeeded')
    })
    expect(receiver.requests).toHaveLength(7)
  })
})
