import { publicKinds } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSample } from '../eventlog/samples.ts'
import { createFixture, createGate, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks({ DELIVERY_TIMEOUT_MS: '2000' })
})
afterAll(() => service[Symbol.asyncDispose]())

const untilAll = async (fixture: ReturnType<typeof createFixture>, webhook: string, status: string) =>
  until(async () => {
    const deliveries = await fixture.deliveries(webhook)
    return deliveries.length > 0 && deliveries.every((delivery) => delivery.status === status) ? deliveries : null
  })

describe('the deliver loop', () => {
  it('delivers an event to its endpoint at once: frozen bytes, signature, secret header, trace', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver, { secretHeader: { name: 'X-Key', value: 's3cret' } })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const event = { ...fixture.event(), traceparent }
    const publishedAt = performance.now()
    await service.bus.publish(event)
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
      JSON.stringify({
        id: eventId,
        event: kind,
        workspace,
        sequence: 1,
        occurredAt,
        version: 1,
        data,
        truncated: null,
      }),
    )
    const [delivery] = await untilAll(fixture, id, 'succeeded')
    expect(delivery).toMatchObject({ attempts: 1, lastHttpStatus: 200, event: { id: eventId, sequence: 1 } })
    expect((await fixture.show(id)).endpoints[0]?.lastSuccessAt).not.toBeNull()
  })

  it('each endpoint gets exactly the events of its subscription', async () => {
    await using all = await startReceiver()
    await using contacts = await startReceiver()
    await using created = await startReceiver()
    const fixture = createFixture(service)
    await fixture.webhook(all)
    await fixture.webhook(contacts, { events: ['message:*', 'contact:*'] })
    await fixture.webhook(created, { events: ['contact:created'] })
    await createFixture(service).webhook(created, { events: ['*'] })
    const createds = Array.from({ length: 30 }, () => fixture.event())
    const updatedEvents = createds.map(() =>
      busEvent({ event: 'contact:updated', workspace: fixture.workspace, data: fixture.event().data }),
    )
    await service.bus.publish(...createds, ...updatedEvents)
    const ids = (events: { id: string }[]) => events.map((event) => event.id).toSorted()
    await until(() => all.requests.length >= 60 && contacts.requests.length >= 60 && created.requests.length >= 30)
    expect(listEventIds(all).toSorted()).toEqual(ids([...createds, ...updatedEvents]))
    expect(listEventIds(contacts).toSorted()).toEqual(ids([...createds, ...updatedEvents]))
    expect(listEventIds(created).toSorted()).toEqual(ids(createds))
    expect([...all.requests, ...contacts.requests].every((request) => request.verified)).toBe(true)
  })

  it('a wildcard covers every public kind, of its noun or of all', async () => {
    await using all = await startReceiver()
    await using messages = await startReceiver()
    const fixture = createFixture(service)
    await fixture.webhook(all)
    await fixture.webhook(messages, { events: ['message:*'] })
    const { workspace } = fixture
    const known = fixture.event()
    const every = publicKinds.map((event) =>
      busEvent({ event, workspace, data: buildSample(event, known).data } as never),
    )
    await service.bus.publish(...every)
    const ofMessages = every.filter(({ event }) => event.startsWith('message:'))
    await until(() => all.requests.length >= every.length && messages.requests.length >= ofMessages.length)
    expect(listEventIds(all).toSorted()).toEqual(every.map(({ id }) => id).toSorted())
    expect(listEventIds(messages).toSorted()).toEqual(ofMessages.map(({ id }) => id).toSorted())
  })

  it('an event in the log that cannot be read fails its own attempts with this reason, does not count against its receiver, and delays no other event', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    const [broken, whole] = await fixture.publish(2)
    await until(async () => (await fixture.deliveries(id)).length === 2)
    await service.rows(`update event set entry = '\\x09' where id = $1`, [broken?.id])
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    await until(() => receiver.requests.length === 1)
    expect(listEventIds(receiver)).toEqual([whole?.id])
    const failed = await until(async () => (await fixture.deliveries(id)).find(({ attempts }) => attempts > 1))
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: failed.id }, fixture.as())
    expect(attemptLog[0]).toMatchObject({ httpStatus: null, error: 'invalid: the event in the log cannot be read' })
    expect(await service.rows('select failed_attempts from endpoint where webhook_id = $1', [id])).toEqual([
      { failed_attempts: 0 },
    ])
  })

  it('a format that this release lacks fails the attempts with this reason, and does not count against the receiver', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.publish()
    await until(async () => (await fixture.deliveries(id)).length === 1)
    await service.rows(`update webhook set format = 'lost' where id = $1`, [id])
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    const failed = await until(async () => (await fixture.deliveries(id)).find(({ attempts }) => attempts > 1))
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: failed.id }, fixture.as())
    const error = 'invalid: the format of the webhook is not available'
    expect(attemptLog[0]).toMatchObject({ httpStatus: null, error })
    expect(await service.rows('select failed_attempts from endpoint where webhook_id = $1', [id])).toEqual([
      { failed_attempts: 0 },
    ])
  })

  it('tries again on the schedule with the same bytes and id, and a fresh signature each time', async () => {
    await using receiver = await startReceiver({ respond: (_request, i) => ({ status: i < 3 ? 500 : 200 }) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const [delivery] = await untilAll(fixture, id, 'succeeded')
    expect(receiver.requests).toHaveLength(4)
    expect(new Set(receiver.requests.map((request) => request.body.toString())).size).toBe(1)
    expect(new Set(listEventIds(receiver)).size).toBe(1)
    expect(receiver.requests.every((request) => request.verified)).toBe(true)
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: delivery?.id ?? '' }, fixture.as())
    expect(attemptLog.map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
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
    const statuses = [301, 302, 307, 308]
    await using receiver = await startReceiver({
      respond: (_request, i) => ({ status: statuses[i] ?? 200, headers: { location: '/other' } }),
    })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const [delivery] = await untilAll(fixture, id, 'succeeded')
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: delivery?.id ?? '' }, fixture.as())
    expect(attemptLog.map(({ httpStatus }) => httpStatus)).toEqual([...statuses, 200])
    expect(new Set(receiver.requests.map((request) => request.path))).toEqual(new Set(['/']))
  })

  it('an answer that never comes, a lost connection and a dead port are failures with their reason', async () => {
    await using receiver = await startReceiver({
      respond: (_request, i) => [{ hang: true }, { drop: true }, {}][i] ?? {},
    })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const [delivery] = await untilAll(fixture, id, 'succeeded')
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: delivery?.id ?? '' }, fixture.as())
    expect(attemptLog.map(({ error }) => error?.split(':')[0] ?? null)).toEqual(['timeout', 'reset', null])
    const dead = createFixture(service)
    const refused = await dead.webhook('http://127.0.0.1:9/')
    await dead.publish()
    await until(async () => (await dead.deliveries(refused.id))[0]?.lastError?.startsWith('connect: '))
  })

  it('keeps the first 16 KiB of a response, with characters replaced that Postgres cannot store', async () => {
    await using receiver = await startReceiver({
      respond: { body: `a\0b${'x'.repeat(100_000)}`, headers: { 'X-Served-By': 'me', 'Set-Cookie': 'a=b' } },
    })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const [delivery] = await untilAll(fixture, id, 'succeeded')
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: delivery?.id ?? '' }, fixture.as())
    expect(attemptLog[0]?.responseBody).toHaveLength(16_384)
    expect(attemptLog[0]?.responseBody.startsWith('a\ufffdb')).toBe(true)
    expect(attemptLog[0]?.responseHeaders).toMatchObject({ 'x-served-by': 'me' })
    expect(attemptLog[0]?.responseHeaders).not.toHaveProperty('set-cookie')
  })

  it('a changed url applies from the next attempt, and each attempt keeps its own', async () => {
    await using before = await startReceiver({ respond: { status: 503, headers: { 'Retry-After': '600' } } })
    await using after = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(before)
    await fixture.publish()
    const [delivery] = await until(async () =>
      (await fixture.deliveries(id))[0]?.attempts === 1 ? fixture.deliveries(id) : null,
    )
    await fixture.api().webhooks.update.mutate({ id, url: after.url }, fixture.as())
    await fixture.api().deliveries.retry.mutate({ id: delivery?.id ?? '' }, fixture.as())
    await untilAll(fixture, id, 'succeeded')
    expect([before.requests.length, after.requests.length]).toEqual([1, 1])
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: delivery?.id ?? '' }, fixture.as())
    expect(attemptLog.map(({ url }) => url)).toEqual([before.url, after.url])
  })

  it('a webhook deleted during an attempt: the result is recorded, nothing more is sent, the delivery is canceled', async () => {
    const answers = createGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({ status: 500 })) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    await until(() => receiver.requests.length === 1)
    const [delivery] = await fixture.deliveries(id)
    await fixture.api().webhooks.remove.mutate({ id }, fixture.as())
    answers.open()
    const get = () => fixture.api().deliveries.get.query({ id: delivery?.id ?? '' }, fixture.as())
    await until(async () => (await get()).status === 'canceled')
    expect(await get()).toMatchObject({
      attempts: 1,
      lastHttpStatus: 500,
      attemptLog: [{ number: 1, httpStatus: 500 }],
    })
    expect(await service.rows('select 1 from delivery_job where delivery_id = $1', [delivery?.id])).toEqual([])
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('exhaustion', () => {
  it('after twelve attempts a delivery is exhausted, and a retry gives it a fresh schedule', async () => {
    await using quick = await startWebhooks({ RETRY_SCALE: '0.000001' })
    await using receiver = await startReceiver({ respond: { status: 500 } })
    const fixture = createFixture(quick)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const [delivery] = await untilAll(fixture, id, 'exhausted')
    const [exhausted] = await until(() => {
      const all = fixture.published('webhook:exhausted')
      return all.length > 0 && all
    })
    const event = { id: delivery?.event.id, event: 'contact:created' }
    expect(exhausted?.data).toMatchObject({ webhook: id, delivery: delivery?.id, event, attempts: 12 })
    expect(exhausted?.data).toMatchObject({ reason: 'No attempt is left; last: status 500.' })
    expect(delivery).toMatchObject({ attempts: 12, nextAttemptAt: null })
    expect(receiver.requests).toHaveLength(12)
    receiver.respondWith({})
    await fixture.api().deliveries.retry.mutate({ id: delivery?.id ?? '' }, fixture.as())
    const [again] = await untilAll(fixture, id, 'succeeded')
    expect(again).toMatchObject({ id: delivery?.id, attempts: 13 })
    expect(new Set(listEventIds(receiver)).size).toBe(1)
  })
})
