import { type Receiver, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedGate, idsAt, startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks()
})
afterAll(() => kit[Symbol.asyncDispose]())

type Place = ReturnType<typeof workspaceOf>

/** Publishes one event after the other and answers how long each took to arrive, in milliseconds, longest last. */
async function latencies(place: Place, receiver: Receiver, count: number) {
  const all: number[] = []
  for (let i = 0; i < count; i++) {
    const publishedAt = performance.now()
    await place.publish()
    all.push((await until(() => receiver.requests[i])).receivedAt - publishedAt)
  }
  return all.toSorted((a, b) => a - b)
}

describe('lanes', () => {
  it('a receiver that never answers holds up no other, and has ten requests at once at most', async () => {
    await using slow = await startReceiver({ respond: { hang: true } })
    await using fast = await startReceiver()
    const [slowPlace, fastPlace] = [workspaceOf(kit), workspaceOf(kit)]
    await slowPlace.webhook(slow)
    await fastPlace.webhook(fast)
    await slowPlace.publish(100)
    await until(() => slow.requests.length >= 10)
    const took = await latencies(fastPlace, fast, 20)
    const firstAt = slow.requests[0]?.receivedAt ?? 0
    // Until the first of them ends by its deadline of five seconds.
    expect(slow.requests.filter(({ receivedAt }) => receivedAt < firstAt + 4_000)).toHaveLength(10)
    expect(took.at(-1)).toBeLessThan(4_000)
  })

  it('a workspace with thousands of due deliveries to a dead port does not delay another', async () => {
    await using fast = await startReceiver()
    const [dead, live] = [workspaceOf(kit), workspaceOf(kit)]
    const { id } = await dead.webhook('http://127.0.0.1:9/')
    await live.webhook(fast)
    await dead.publish()
    await until(async () => (await dead.deliveries(id)).length === 1)
    await kit.rows(
      `insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id)
       select j.workspace_id, 'dlv_' || lpad(n::text, 26, '0'), j.endpoint_id, j.event_id
       from delivery_job j, generate_series(1, 5000) n where j.workspace_id = $1`,
      [dead.workspace],
    )
    const took = await latencies(live, fast, 30)
    // In the order of their time it would come after the 5,000.
    expect(took.at(-1)).toBeLessThan(4_000)
  })

  it('live events come between a resumed backlog', async () => {
    const answers = closedGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.api().webhooks.pause.mutate({ id }, place.as())
    await place.publish(100)
    await until(async () => (await place.deliveries(id)).length === 100)
    await place.api().webhooks.enable.mutate({ id }, place.as())
    await until(() => receiver.requests.length === 10)
    expect(await placeOfNew(place, { id, receiver, answers, waiting: 100 })).toBeLessThan(60)
  })

  it('a backlog that its receiver takes slowly does not keep new events waiting', async () => {
    const answers = closedGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({ delayMs: 50 })) })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish(120)
    await until(async () => receiver.requests.length === 10 && (await place.deliveries(id)).length === 120)
    await kit.rows(
      `update delivery_job set run_at = now() - interval '10 s' where workspace_id = $1 and lease_token is null`,
      [place.workspace],
    )
    // It comes with one of the next few that are free, not after the 110 that were due before.
    expect(await placeOfNew(place, { id, receiver, answers, waiting: 120 })).toBeLessThan(60)
  })
})

describe('a receiver that answers quickly', () => {
  it('has jobs claimed ahead for it, never more than ten at once; when it fails they go back and lose no attempt', async () => {
    const failing = closedGate()
    const seen = { now: 0, most: 0 }
    await using receiver = await startReceiver({
      respond: async (_request, i) => {
        seen.most = Math.max(seen.most, (seen.now += 1))
        if (i >= 150) await failing.opened
        seen.now -= 1
        return i < 150 ? {} : { status: 500 }
      },
    })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    const leased = () =>
      kit.rows(`select 1 from delivery_job where workspace_id = $1 and lease_token is not null`, [place.workspace])
    await place.publish(300)
    // It stands still with ten requests; what was claimed beside them waits here.
    await until(async () => receiver.requests.length === 160 && (await leased()).length > 10)
    failing.open()
    const open = async () => (await place.show(id)).endpoints[0]?.breaker.state === 'open'
    await until(async () => (await open()) && (await leased()).length === 0)
    expect(seen.most).toBe(10)
    expect(receiver.requests.length).toBeLessThan(180)
    receiver.respondWith({})
    const succeeded = `select count(*)::int as done, sum(attempts)::int as attempts from delivery where workspace_id = $1 and state = 'succeeded'`
    const counted = await until(
      async () => {
        const [row] = await kit.rows<{ done: number; attempts: number }>(succeeded, [place.workspace])
        return row?.done === 300 && row
      },
      { timeoutMs: 20_000 },
    )
    expect(counted.attempts).toBe(receiver.requests.length)
    expect(new Set(idsAt(receiver)).size).toBe(300)
  })
})

type Backlog = { id: string; receiver: Receiver; answers: ReturnType<typeof closedGate>; waiting: number }

/** Publishes one more event, lets the receiver answer, and tells as which one the new event came; all come, each once. */
async function placeOfNew(place: Place, { id, receiver, answers, waiting }: Backlog): Promise<number> {
  const [live] = await place.publish()
  await until(async () => (await place.deliveries(id)).length === waiting + 1)
  answers.open()
  await until(() => new Set(idsAt(receiver)).size === waiting + 1)
  expect(receiver.requests).toHaveLength(waiting + 1)
  return idsAt(receiver).indexOf(live?.id ?? '')
}

describe('leases', () => {
  const jobOf = (place: Place) =>
    kit.rows<{ delivery_id: string; lease_token: string | null }>(
      'select delivery_id, lease_token from delivery_job where workspace_id = $1',
      [place.workspace],
    )

  it('a delivery whose process died is attempted again when the lease ends, and loses no attempt', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.api().webhooks.pause.mutate({ id }, place.as())
    await place.publish()
    await until(async () => (await jobOf(place)).length === 1)
    const leasedAt = performance.now()
    await kit.rows(
      `update delivery_job set lease_token = gen_random_uuid(), run_at = now() + interval '700 ms', parked_at = null where workspace_id = $1`,
      [place.workspace],
    )
    await kit.rows(`update webhook set state = 'active' where workspace_id = $1`, [place.workspace])
    const request = await until(() => receiver.requests[0])
    expect(request.receivedAt - leasedAt).toBeGreaterThan(690)
    await until(async () => (await place.deliveries(id))[0]?.state === 'succeeded')
    expect((await place.deliveries(id))[0]?.attempts).toBe(1)
  })

  it('a holder that lost its lease changes nothing', async () => {
    const late = closedGate()
    const answers = [
      () => late.opened.then(() => ({ status: 410 })),
      () => ({ status: 500, headers: { 'Retry-After': '600' } }),
    ]
    await using receiver = await startReceiver({ respond: (_request, i) => answers[i]?.() ?? {} })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    const [first] = await place.publish()
    await until(() => receiver.requests.length === 1)
    await kit.rows(`update delivery_job set run_at = now() where workspace_id = $1`, [place.workspace])
    await until(async () => (await place.deliveries(id))[0]?.lastStatus === 500)
    late.open()
    await until(() => receiver.requests[0]?.status === 410)
    // Results are recorded one after the other, so this one comes after the late 410.
    const [second] = await place.publish()
    await until(async () => (await place.deliveries(id))[0]?.state === 'succeeded')
    expect(await place.show(id)).toMatchObject({ state: 'active' })
    expect(await place.deliveries(id)).toMatchObject([
      { event: { id: second?.id }, state: 'succeeded' },
      { event: { id: first?.id }, state: 'waiting', attempts: 1, lastStatus: 500 },
    ])
  })

  it('a restart during an attempt lets it end, and delivers what is left', async () => {
    await using receiver = await startReceiver({
      respond: (_request, i) => (i === 0 ? { status: 500, delayMs: 300 } : {}),
    })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish(1)
    await until(() => receiver.requests.length === 1)
    await kit.restart()
    await place.publish(5)
    await until(async () => {
      const all = await place.deliveries(id)
      return all.length === 6 && all.every(({ state }) => state === 'succeeded')
    })
    expect(receiver.requests).toHaveLength(7)
  })
})
