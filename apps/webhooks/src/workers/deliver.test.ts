import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedGate, idsAt, startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks({ DELIVERY_TIMEOUT_MS: '2000' })
})
afterAll(() => kit[Symbol.asyncDispose]())

const settled = async (place: ReturnType<typeof workspaceOf>, webhook: string, state: string) =>
  until(async () => {
    const deliveries = await place.deliveries(webhook)
    return deliveries.length > 0 && deliveries.every((delivery) => delivery.state === state) ? deliveries : null
  })

describe('the deliver loop', () => {
  it('brings an event to its endpoint at once: frozen bytes, signature, secret header, trace', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver, { secretHeader: { name: 'X-Key', value: 's3cret' } })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const event = { ...place.event(), traceparent }
    const publishedAt = performance.now()
    await kit.bus.publish(event)
    const request = await until(() => receiver.requests[0])
    expect(request.receivedAt - publishedAt).toBeLessThan(5_000)
    expect(request).toMatchObject({ method: 'POST', verified: true })
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Posthorn-Webhooks/1',
      'webhook-id': event.id,
      'x-key': 's3cret',
      traceparent: expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/),
    })
    const { id: eventId, event: kind, workspace, occurredAt, data } = event
    expect(request.body.toString()).toBe(
      JSON.stringify({ id: eventId, event: kind, workspace, sequence: 1, occurredAt, version: 1, data }),
    )
    const [delivery] = await settled(place, id, 'succeeded')
    expect(delivery).toMatchObject({ attempts: 1, lastStatus: 200, event: { id: eventId, sequence: 1 } })
    expect((await place.show(id)).endpoints[0]?.lastSuccessAt).not.toBeNull()
  })

  it('each endpoint gets exactly the events its webhook asked for', async () => {
    await using all = await startReceiver()
    await using contacts = await startReceiver()
    await using created = await startReceiver()
    const place = workspaceOf(kit)
    await place.webhook(all)
    await place.webhook(contacts, { events: ['message:*', 'contact:*'] })
    await place.webhook(created, { events: ['contact:created'] })
    await workspaceOf(kit).webhook(created, { events: ['*'] })
    const createds = Array.from({ length: 30 }, () => place.event())
    const updatedEvents = createds.map(() =>
      busEvent({ event: 'contact:updated', workspace: place.workspace, data: place.event().data }),
    )
    await kit.bus.publish(...createds, ...updatedEvents)
    const ids = (events: { id: string }[]) => events.map((event) => event.id).toSorted()
    await until(() => all.requests.length >= 60 && contacts.requests.length >= 60 && created.requests.length >= 30)
    expect(idsAt(all).toSorted()).toEqual(ids([...createds, ...updatedEvents]))
    expect(idsAt(contacts).toSorted()).toEqual(ids([...createds, ...updatedEvents]))
    expect(idsAt(created).toSorted()).toEqual(ids(createds))
    expect([...all.requests, ...contacts.requests].every((request) => request.verified)).toBe(true)
  })

  it('tries again on the schedule with the same bytes and id, and a fresh signature each time', async () => {
    await using receiver = await startReceiver({ respond: (_request, i) => ({ status: i < 3 ? 500 : 200 }) })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const [delivery] = await settled(place, id, 'succeeded')
    expect(receiver.requests).toHaveLength(4)
    expect(new Set(receiver.requests.map((request) => request.body.toString())).size).toBe(1)
    expect(new Set(idsAt(receiver)).size).toBe(1)
    expect(receiver.requests.every((request) => request.verified)).toBe(true)
    const { attemptLog } = await place.api().deliveries.get.query({ id: delivery?.id ?? '' }, place.as())
    expect(attemptLog.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 200],
    ])
    const gaps = attemptLog
      .slice(1)
      .map(({ startedAt }, i) => Date.parse(startedAt) - Date.parse(attemptLog[i]?.startedAt ?? ''))
    for (const [i, step] of [5, 30, 300].entries()) {
      expect(gaps[i]).toBeGreaterThanOrEqual(step - 1)
      expect(gaps[i]).toBeLessThan(step * 1.2 + 5_000)
    }
  })

  it('follows no redirect, and records the failure', async () => {
    await using receiver = await startReceiver({
      respond: (_request, i) => (i === 0 ? { status: 307, headers: { location: '/other' } } : {}),
    })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const [delivery] = await settled(place, id, 'succeeded')
    const { attemptLog } = await place.api().deliveries.get.query({ id: delivery?.id ?? '' }, place.as())
    expect(attemptLog.map(({ status }) => status)).toEqual([307, 200])
    expect(receiver.requests.map((request) => request.path)).toEqual(['/', '/'])
  })

  it('an answer that never comes, a lost connection and a dead port are failures with their reason', async () => {
    await using receiver = await startReceiver({
      respond: (_request, i) => [{ hang: true }, { drop: true }, {}][i] ?? {},
    })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const [delivery] = await settled(place, id, 'succeeded')
    const { attemptLog } = await place.api().deliveries.get.query({ id: delivery?.id ?? '' }, place.as())
    expect(attemptLog.map(({ error }) => error?.split(':')[0] ?? null)).toEqual(['timeout', 'reset', null])
    const dead = workspaceOf(kit)
    const refused = await dead.webhook('http://127.0.0.1:9/')
    await dead.publish()
    await until(async () => (await dead.deliveries(refused.id))[0]?.lastError?.startsWith('connect: '))
  })

  it('keeps the first 16 KiB of an answer, and what Postgres cannot hold is replaced', async () => {
    await using receiver = await startReceiver({
      respond: { body: `a\0b${'x'.repeat(100_000)}`, headers: { 'X-Served-By': 'me', 'Set-Cookie': 'a=b' } },
    })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const [delivery] = await settled(place, id, 'succeeded')
    const { attemptLog } = await place.api().deliveries.get.query({ id: delivery?.id ?? '' }, place.as())
    expect(attemptLog[0]?.responseBody).toHaveLength(16_384)
    expect(attemptLog[0]?.responseBody.startsWith('a\ufffdb')).toBe(true)
    expect(attemptLog[0]?.responseHeaders).toMatchObject({ 'x-served-by': 'me' })
    expect(attemptLog[0]?.responseHeaders).not.toHaveProperty('set-cookie')
  })

  it('a changed url applies from the next attempt', async () => {
    await using before = await startReceiver({ respond: { status: 503, headers: { 'Retry-After': '600' } } })
    await using after = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(before)
    await place.publish()
    const [delivery] = await until(async () =>
      (await place.deliveries(id))[0]?.attempts === 1 ? place.deliveries(id) : null,
    )
    await place.api().webhooks.update.mutate({ id, url: after.url }, place.as())
    await place.api().deliveries.retry.mutate({ id: delivery?.id ?? '' }, place.as())
    await settled(place, id, 'succeeded')
    expect([before.requests.length, after.requests.length]).toEqual([1, 1])
  })

  it('a webhook deleted during an attempt: the result is recorded, nothing more is sent, the delivery is canceled', async () => {
    const answers = closedGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({ status: 500 })) })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    await until(() => receiver.requests.length === 1)
    const [delivery] = await place.deliveries(id)
    await place.api().webhooks.delete.mutate({ id }, place.as())
    answers.open()
    const get = () => place.api().deliveries.get.query({ id: delivery?.id ?? '' }, place.as())
    await until(async () => (await get()).state === 'canceled')
    expect(await get()).toMatchObject({ attempts: 1, lastStatus: 500, attemptLog: [{ number: 1, status: 500 }] })
    expect(await kit.rows('select 1 from delivery_job where delivery_id = $1', [delivery?.id])).toEqual([])
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('exhaustion', () => {
  it('after twelve attempts a delivery is exhausted, and a retry gives it a fresh schedule', async () => {
    await using quick = await startWebhooks({ RETRY_SCALE: '0.000001' })
    await using receiver = await startReceiver({ respond: { status: 500 } })
    const place = workspaceOf(quick)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const [delivery] = await settled(place, id, 'exhausted')
    const [told] = await until(() => {
      const all = place.published('webhook:exhausted')
      return all.length > 0 && all
    })
    const event = { id: delivery?.event.id, kind: 'contact:created' }
    expect(told?.data).toMatchObject({ webhook: id, delivery: delivery?.id, event, attempts: 12 })
    expect(told?.data).toMatchObject({ reason: 'No attempt is left; last: status 500.' })
    expect(delivery).toMatchObject({ attempts: 12, nextAttemptAt: null })
    expect(receiver.requests).toHaveLength(12)
    receiver.respondWith({})
    await place.api().deliveries.retry.mutate({ id: delivery?.id ?? '' }, place.as())
    const [again] = await settled(place, id, 'succeeded')
    expect(again).toMatchObject({ id: delivery?.id, attempts: 13 })
    expect(new Set(idsAt(receiver)).size).toBe(1)
  })
})
