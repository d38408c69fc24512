import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idsAt, startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks({ RETRY_SCALE: '0.01' })
})
afterAll(() => kit[Symbol.asyncDispose]())

type Place = ReturnType<typeof workspaceOf>

const firstAttempted = (place: Place, id: string) =>
  until(async () => (await place.deliveries(id)).find(({ attempts }) => attempts === 1))

describe('a receiver that is gone', () => {
  it('answers 410: the endpoint is disabled at once, its deliveries are parked, and the other webhooks are told', async () => {
    await using gone = await startReceiver({ respond: { status: 410 } })
    await using watching = await startReceiver()
    const place = workspaceOf(kit)
    const { id, endpoints } = await place.webhook(gone)
    await place.webhook(watching, { events: ['webhook:*'] })
    const [event] = await place.publish()
    const told = await until(() => watching.requests[0])
    const data = { webhook: id, endpoint: endpoints[0]?.id, url: gone.url, reason: 'It answered 410 Gone.' }
    expect(told.json).toMatchObject({ event: 'webhook:disabled', data })
    expect(await place.show(id)).toMatchObject({ state: 'disabled', endpoints: [{ state: 'disabled' }] })
    await place.publish(3)
    await until(async () => (await place.deliveries(id)).filter(({ state }) => state === 'parked').length === 4)
    expect(gone.requests).toHaveLength(1)
    gone.respondWith({})
    await place.api().webhooks.enable.mutate({ id }, place.as())
    await until(() => gone.requests.length === 5)
    expect(idsAt(gone)).toContain(event?.id)
    expect(idsAt(watching)).toHaveLength(1)
  })
})

describe('a receiver that asks to wait', () => {
  it.each([
    { header: '120', fromMs: 120_000, toMs: 120_000 },
    { header: () => new Date(Date.now() + 90_000).toUTCString(), fromMs: 87_000, toMs: 90_000 },
    { header: '315360000', fromMs: 3_600_000, toMs: 3_600_000 },
    { header: 'later', fromMs: 50, toMs: 60 },
  ])('with Retry-After $header is left alone from $fromMs to $toMs ms, and so are its other events', async (asked) => {
    const { header, fromMs, toMs } = asked
    const value = typeof header === 'string' ? header : header()
    await using receiver = await startReceiver({ respond: { status: 429, headers: { 'Retry-After': value } } })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const delivery = await firstAttempted(place, id)
    const { attemptLog } = await place.api().deliveries.get.query({ id: delivery.id }, place.as())
    const pauseMs = Date.parse(delivery.nextAttemptAt ?? '') - Date.parse(attemptLog[0]?.startedAt ?? '')
    expect(pauseMs).toBeGreaterThanOrEqual(fromMs)
    // It counts from the end of the attempt.
    expect(pauseMs).toBeLessThan(toMs + 5_000)
    if (fromMs < 1_000) return
    await place.publish()
    await until(async () => (await place.deliveries(id)).length === 2)
    expect((await place.deliveries(id)).filter(({ attempts }) => attempts > 0)).toHaveLength(1)
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('the breaker', () => {
  it('opens after ten failures, lets one probe through at a time, and consumes no attempt while it is open', async () => {
    await using receiver = await startReceiver({ respond: { status: 500 } })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish(30)
    // What was on its way when it opened may arrive while it is open.
    const open = await until(async () => {
      const [endpoint] = (await place.show(id)).endpoints
      const onTheirWay = await kit.rows(
        'select 1 from delivery_job where lease_token is not null and endpoint_id = $1',
        [endpoint?.id],
      )
      return endpoint?.breaker.state === 'open' && onTheirWay.length === 0 ? endpoint.breaker : null
    })
    const failed = receiver.requests.length
    expect(failed).toBeLessThan(20)
    let inFlight = 0
    let together = 0
    receiver.respondWith(async () => {
      together = Math.max(together, (inFlight += 1))
      await until(() => receiver.requests.length > failed)
      inFlight -= 1
      return { status: 500, delayMs: 50 }
    })
    const probe = await until(() => receiver.requests[failed])
    expect(probe.receivedAtMs).toBeGreaterThanOrEqual(Date.parse(open.until ?? ''))
    await until(() => receiver.requests.length === failed + 2)
    expect(together).toBe(1)
    receiver.respondWith({})
    await until(async () => (await place.deliveries(id)).every(({ state }) => state === 'succeeded'), {
      timeoutMs: 20_000,
    })
    const attempts = (await place.deliveries(id)).reduce((sum, delivery) => sum + delivery.attempts, 0)
    expect(attempts).toBe(receiver.requests.length)
    expect((await place.show(id)).endpoints[0]).toMatchObject({ failingSince: null, breaker: { state: 'closed' } })
  })
})

describe('a receiver that fails for days', () => {
  const failedFor = (id: string, hours: number, attempts: number) =>
    kit.rows(
      `update endpoint set failing_since = now() - make_interval(hours => $2), failed_attempts = $3 where webhook_id = $1`,
      [id, hours, attempts],
    )

  it('is warned about at 24 h, disabled after 5 days and 20 attempts, and not for less', async () => {
    await using receiver = await startReceiver({ respond: { status: 500 } })
    await using watching = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver, { events: ['contact:*'] })
    await place.webhook(watching, { events: ['webhook:*'] })
    await failedFor(id, 25, 3)
    await place.publish()
    const warning = await until(() => watching.requests[0])
    expect(warning.json).toMatchObject({
      event: 'webhook:failing',
      data: { reason: 'No 2xx for 24 hours; last: status 500.' },
    })
    await failedFor(id, 24 * 5 + 1, 10)
    await until(() => watching.requests.length === 2)
    expect(watching.requests[1]?.json).toMatchObject({
      event: 'webhook:failing',
      data: { reason: 'No 2xx for 72 hours; last: status 500.' },
    })
    expect(await place.show(id)).toMatchObject({ state: 'active' })
    await failedFor(id, 24 * 5 + 1, 19)
    await place.publish()
    await until(() => watching.requests.length === 3)
    expect(watching.requests[2]?.json).toMatchObject({ event: 'webhook:disabled' })
    expect(await place.show(id)).toMatchObject({ state: 'disabled' })
    await until(async () => (await place.deliveries(id)).every(({ state }) => state === 'parked'))
  })
})

describe('tidying', () => {
  it('ends what was parked for fourteen days, and puts right jobs that crossed with a change of their endpoint', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const made = async (name: string) => {
      const webhook = await place.webhook(`${receiver.url}/${name}`)
      await place.api().webhooks.pause.mutate({ id: webhook.id }, place.as())
      return webhook
    }
    const [old, unparked, stuck, deleted] = [
      await made('old'),
      await made('unparked'),
      await made('stuck'),
      await made('deleted'),
    ]
    const [event] = await place.publish()
    const all = [old, unparked, stuck, deleted]
    const stateOf = async (id: string) => (await place.deliveries(id))[0]?.state
    for (const { id } of all) await until(async () => (await stateOf(id)) === 'parked')
    const gone = (await place.deliveries(deleted.id))[0]?.id ?? ''
    const change = (text: string, { endpoints }: typeof old) => kit.rows(text, [endpoints[0]?.id])
    await change(`update delivery_job set parked_at = now() - interval '15 days' where endpoint_id = $1`, old)
    await change('update delivery_job set parked_at = null, run_at = now() where endpoint_id = $1', unparked)
    await change(`update delivery set state = 'waiting' where endpoint_id = $1`, unparked)
    await kit.rows(`update webhook set state = 'active' where id = $1`, [stuck.id])
    await kit.rows('delete from webhook where id = $1', [deleted.id])
    await kit.restart()
    await until(async () => (await stateOf(old.id)) === 'expired')
    await until(async () => (await stateOf(unparked.id)) === 'parked')
    await until(async () => (await stateOf(stuck.id)) === 'succeeded')
    const seen = await place.api().deliveries.get.query({ id: gone }, place.as())
    expect(seen.state).toBe('canceled')
    expect(receiver.requests.map((request) => [request.path, request.headers['webhook-id']])).toEqual([
      ['/stuck', event?.id],
    ])
  })
})
