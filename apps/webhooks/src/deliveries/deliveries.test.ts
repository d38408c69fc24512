import { exampleMessage, newId } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, createGate, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks({ RETRY_SCALE: '1' })
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>

const get = (fixture: Fixture, id: string) => fixture.api().deliveries.get.query({ id }, fixture.as())
const retry = (fixture: Fixture, id: string) => fixture.api().deliveries.retry.mutate({ id }, fixture.as())
const firstIn = (fixture: Fixture, webhook: string, status: string) =>
  until(async () =>
    (await fixture.deliveries(webhook)).find((delivery) => delivery.status === status && delivery.attempts > 0),
  )

describe('deliveries', () => {
  it('retry makes a waiting delivery due at once, instead of its automatic attempt', async () => {
    await using receiver = await startReceiver({ respond: (_request, i) => ({ status: i === 0 ? 500 : 200 }) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const waiting = await firstIn(fixture, id, 'waiting')
    const [first] = (await get(fixture, waiting.id)).attemptLog
    const inMs = Date.parse(waiting.nextAttemptAt ?? '') - Date.parse(first?.startedAt ?? '')
    expect(inMs).toBeGreaterThanOrEqual(5_000)
    expect(inMs).toBeLessThan(10_000)
    await retry(fixture, waiting.id)
    await firstIn(fixture, id, 'succeeded')
    expect((await get(fixture, waiting.id)).attemptLog.map(({ number, httpStatus }) => [number, httpStatus])).toEqual([
      [1, 500],
      [2, 200],
    ])
    expect(await service.rows('select 1 from delivery_job where delivery_id = $1', [waiting.id])).toEqual([])
  })

  it.each(['breaker_until', 'held_until'])(
    'show the next attempt at the end of the pause of their endpoint, wherever they are listed: %s',
    async (column) => {
      await using receiver = await startReceiver({ respond: () => ({ status: 500 }) })
      const fixture = createFixture(service)
      const { id } = await fixture.webhook(receiver)
      const [event] = await fixture.publish()
      const { id: delivery, endpoint } = await firstIn(fixture, id, 'waiting')
      const until = new Date(Date.now() + 3_600_000).toISOString()
      const { workspace } = fixture
      const where = 'where workspace_id = $1 and id = $2'
      await service.rows(`update endpoint set ${column} = $3 ${where}`, [workspace, endpoint, until])
      const api = fixture.api()
      const lists = await Promise.all([
        fixture.deliveries(id),
        api.deliveries.attempted.query({ webhook: id, skip: 0, size: 10 }, fixture.as()),
        api.events.deliveries.query({ id: event?.id ?? 'evt_' }, fixture.as()),
        get(fixture, delivery).then((one) => [one]),
        retry(fixture, delivery).then((one) => [one]),
      ])
      expect(lists.map((list) => list.map(({ nextAttemptAt }) => nextAttemptAt))).toEqual(lists.map(() => [until]))
    },
  )

  it('ofMessage lists each delivery attempt about a message; a key limited to numbers gets those of its webhooks, another workspace none', async () => {
    await using receiver = await startReceiver({ respond: (_request, i) => ({ status: i === 0 ? 500 : 200 }) })
    const fixture = createFixture(service)
    const { id: webhook } = await fixture.webhook(receiver)
    const message = newId('msg')
    const publish = (event: 'message:out' | 'message:ack', id: string) =>
      service.bus.publish(busEvent({ event, workspace: fixture.workspace, data: { ...exampleMessage, id } as never }))
    await publish('message:out', message)
    const waiting = await firstIn(fixture, webhook, 'waiting')
    await retry(fixture, waiting.id)
    await publish('message:ack', message)
    await publish('message:ack', newId('msg'))
    const attempts = (as = fixture.as()) => fixture.api().deliveries.ofMessage.query({ id: message }, as)
    const all = await until(async () => ((now) => now.length === 3 && now)(await attempts()))
    expect(all.map(({ event, attempt, httpStatus }) => `${event} ${attempt} ${httpStatus}`).toSorted()).toEqual([
      'message:ack 1 200',
      'message:out 1 500',
      'message:out 2 200',
    ])
    expect(all[0]).toMatchObject({ webhook, delivery: waiting.id, error: null })
    expect(await attempts(fixture.as({ numbers: [newId('num')] }))).toEqual([])
    expect(await attempts(service.as(service.workspace()))).toEqual([])
  })

  it('retry of a finished delivery sends the same event again, and attempt numbers continue', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const [event] = await fixture.publish()
    const done = await firstIn(fixture, id, 'succeeded')
    expect(await retry(fixture, done.id)).toMatchObject({ id: done.id, status: 'waiting', completedAt: null })
    await until(() => receiver.requests.length === 2)
    expect(listEventIds(receiver)).toEqual([event?.id, event?.id])
    expect(receiver.requests[1]?.body).toEqual(receiver.requests[0]?.body)
    await until(async () => (await get(fixture, done.id)).attempts === 2)
  })

  it('concurrent retries, beside an attempt in flight, never start two attempts at once', async () => {
    const answers = createGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    await until(() => receiver.requests.length === 1)
    const [delivery] = await fixture.deliveries(id)
    await Promise.all([1, 2, 3].map(() => retry(fixture, delivery?.id ?? '')))
    answers.open()
    await firstIn(fixture, id, 'succeeded')
    expect(receiver.requests).toHaveLength(1)
  })

  it('retry of a delivery whose url was removed is refused with this reason', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/gone')
    await fixture.publish()
    const { id: delivery } = await until(async () => (await fixture.deliveries(id))[0])
    await fixture.api().webhooks.remove.mutate({ id }, fixture.as())
    await expect(retry(fixture, delivery)).rejects.toThrow('The URL of the delivery was removed')
  })

  it('retry while the webhook is paused waits for it to be enabled', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const done = await firstIn(fixture, id, 'succeeded')
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    expect(await retry(fixture, done.id)).toMatchObject({ status: 'parked', nextAttemptAt: null })
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    await until(() => receiver.requests.length === 2)
  })

  it('that were attempted are listed with their last attempts in one call, and a webhook is found by the beginning of its id', async () => {
    await using receiver = await startReceiver({
      respond: (_request, i) => ({ status: i === 0 ? 500 : 200, body: `${i}` }),
    })
    const fixture = createFixture(service)
    const { id: webhook } = await fixture.webhook(receiver)
    await fixture.publish()
    const waiting = await firstIn(fixture, webhook, 'waiting')
    await retry(fixture, waiting.id)
    await firstIn(fixture, webhook, 'succeeded')
    await fixture.publish(2)
    const attempted = (more: object = {}, by = fixture) =>
      by.api().deliveries.attempted.query({ webhook, ...more }, by.as())
    const all = await until(async () => ((rows) => rows.length === 3 && rows)(await attempted()))
    expect(all.map(({ attemptLog }) => attemptLog.length)).toEqual([1, 1, 1])
    expect(all[2]).toMatchObject({
      id: waiting.id,
      attempts: 2,
      attemptLog: [{ number: 2, httpStatus: 200, responseBody: '1' }],
    })
    expect((await attempted({ skip: 1, size: 1 })).map(({ id }) => id)).toEqual([all[1]?.id])
    const other = createFixture(service)
    await expect(attempted({}, other)).rejects.toThrow('There is no such webhook;')
    const [from, to] = ['0', 'z'].map((last) => `${webhook.slice(0, -5)}${last.repeat(5)}`) as [string, string]
    const found = (by: Fixture) => by.api().lookups.byRange.query({ kind: 'webhook', from, to }, by.as())
    expect([await found(fixture), await found(other)]).toEqual([{ id: webhook }, { id: null }])
  })

  it('are listed newest first in pages that miss none, by status and kind', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish(7)
    await until(async () => (await fixture.deliveries(id)).filter(({ status }) => status === 'succeeded').length === 7)
    const list = (input: object) => fixture.api().webhooks.deliveries.query({ id, ...input }, fixture.as())
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ size: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.next
    } while (cursor)
    expect(seen).toEqual((await fixture.deliveries(id)).map((delivery) => delivery.id))
    expect(seen).toEqual(seen.toSorted().toReversed())
    expect((await list({ status: ['exhausted'] })).items).toEqual([])
    expect((await list({ events: ['contact:created'], status: ['succeeded', 'waiting'] })).items).toHaveLength(7)
    expect((await list({ events: ['contact:*'] })).items).toHaveLength((await list({})).items.length)
    expect((await list({ events: ['message:*', 'nothing:such'] })).items).toEqual([])
    const sequencesOf = async (input: object) => (await list(input)).items.map(({ event }) => event.sequence)
    const sequences = (await sequencesOf({})).toSorted((a, b) => a - b)
    const [third = 0, fourth = 0, fifth = 0] = sequences.slice(2)
    expect(await sequencesOf({ after: third, before: fifth })).toEqual([fourth])
  })

  it('of another workspace are not found', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const done = await firstIn(fixture, id, 'succeeded')
    const other = createFixture(service)
    for (const foreign of [done.id, newId('dlv')]) {
      await expect(get(other, foreign)).rejects.toThrow('There is no such delivery;')
      await expect(retry(other, foreign)).rejects.toThrow('There is no such delivery;')
    }
  })
})
