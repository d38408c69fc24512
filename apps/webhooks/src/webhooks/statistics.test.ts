import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks({ RETRY_SCALE: '1' })
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>
type Input = Parameters<ReturnType<Fixture['api']>['webhooks']['statistics']['query']>[0]

const show = (fixture: Fixture, id: string, input: Partial<Input> = {}) =>
  fixture.api().webhooks.statistics.query({ id, ...input }, fixture.as())
const untilAttempted = (fixture: Fixture, id: string, deliveries: number) =>
  until(async () => (await fixture.deliveries(id)).filter(({ attempts }) => attempts > 0).length === deliveries)

describe('statistics of a webhook', () => {
  it('count deliveries by their last answer, with durations, the backlog, and the events that were missed', async () => {
    const refused = new Set<string>()
    await using receiver = await startReceiver({
      respond: ({ headers }) => ({ status: refused.has(headers['webhook-id'] ?? '') ? 500 : 200 }),
    })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const events = Array.from({ length: 6 }, () => fixture.event())
    for (const event of events.slice(1, 3)) refused.add(event.id)
    for (const [i, event] of events.entries()) {
      await service.bus.publish(event)
      await untilAttempted(fixture, id, i + 1)
    }
    const shown = await show(fixture, id, { interval: 'minute' })
    expect(shown.total).toMatchObject({ ok: 4, refused: 2, silent: 0, waiting: 0, p50: expect.any(Number) })
    expect(shown.total.p95).toBeGreaterThanOrEqual(shown.total.p50 ?? Number.NaN)
    const sum = (name: 'ok' | 'refused') => shown.intervals.reduce((total, each) => total + each[name], 0)
    expect([sum('ok'), sum('refused')]).toEqual([4, 2])
    expect(shown.intervals.every(({ from }) => Date.parse(from) % 60_000 === 0)).toBe(true)
    expect(shown.backlog).toEqual({ deliveries: 2, oldestAt: expect.any(String) })
    const sequences = (await fixture.deliveries(id)).map(({ event }) => event.sequence).toSorted((a, b) => a - b)
    expect(shown.holes).toEqual([
      {
        events: 2,
        firstSequence: sequences[1],
        lastSequence: sequences[2],
        from: expect.any(String),
        to: expect.any(String),
      },
    ])
  })

  it('count deliveries without an answer, and those that were not attempted yet', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never')
    await fixture.publish()
    await untilAttempted(fixture, id, 1)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.publish()
    await until(async () => (await fixture.deliveries(id)).length === 2)
    // An erasure removes the error.
    await service.rows('update delivery set last_error = null where workspace_id = $1', [fixture.workspace])
    const shown = await show(fixture, id)
    expect(shown.total).toMatchObject({ ok: 0, refused: 0, silent: 1, waiting: 1 })
    expect(shown.backlog.deliveries).toBe(2)
    expect(shown.holes).toEqual([])
  })

  it('of a time without events are empty, and the deliveries of a range of time are listed by their events', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const none = { ok: 0, refused: 0, silent: 0, waiting: 0, p50: null, p95: null }
    const empty = { total: none, intervals: [], holes: [], backlog: { deliveries: 0, oldestAt: null } }
    expect(await show(fixture, id, { interval: 'day' })).toMatchObject(empty)
    const from = new Date(Date.now() - 1).toISOString()
    await fixture.publish(2)
    await untilAttempted(fixture, id, 2)
    const list = async (range: { createdAfter?: string; createdBefore?: string }) =>
      (await fixture.api().webhooks.deliveries.query({ id, ...range }, fixture.as())).items.length
    expect([await list({ createdAfter: from }), await list({ createdBefore: from })]).toEqual([2, 0])
    const earlier = new Date(Date.parse(from) - 3_600_000).toISOString()
    expect(await show(fixture, id, { from: earlier, to: from })).toMatchObject({ total: none })
  })

  it('of a range that is too long for its intervals, or of another workspace, are refused', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never')
    const to = new Date().toISOString()
    const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    for (const [interval, days] of [
      ['minute', 2],
      ['hour', 32],
      ['day', 32],
    ] as const)
      await expect(show(fixture, id, { interval, from: before(days), to })).rejects.toMatchObject({
        data: { fault: { code: 'request:invalid', errors: [{ path: 'from' }] } },
      })
    await expect(show(createFixture(service), id)).rejects.toThrow('no such webhook')
  })
})
