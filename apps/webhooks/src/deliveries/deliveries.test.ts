import { exampleMessage, newId } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedGate, idsAt, startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks({ RETRY_SCALE: '1' })
})
afterAll(() => kit[Symbol.asyncDispose]())

type Place = ReturnType<typeof workspaceOf>

const get = (place: Place, id: string) => place.api().deliveries.get.query({ id }, place.as())
const retry = (place: Place, id: string) => place.api().deliveries.retry.mutate({ id }, place.as())
const firstIn = (place: Place, webhook: string, state: string) =>
  until(async () =>
    (await place.deliveries(webhook)).find((delivery) => delivery.state === state && delivery.attempts > 0),
  )

describe('deliveries', () => {
  it('retry makes a waiting delivery due at once, in place of its automatic attempt', async () => {
    await using receiver = await startReceiver({ respond: (_request, i) => ({ status: i === 0 ? 500 : 200 }) })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const waiting = await firstIn(place, id, 'waiting')
    const [first] = (await get(place, waiting.id)).attemptLog
    const inMs = Date.parse(waiting.nextAttemptAt ?? '') - Date.parse(first?.startedAt ?? '')
    expect(inMs).toBeGreaterThanOrEqual(5_000)
    expect(inMs).toBeLessThan(10_000)
    await retry(place, waiting.id)
    await firstIn(place, id, 'succeeded')
    expect((await get(place, waiting.id)).attemptLog.map(({ number, status }) => [number, status])).toEqual([
      [1, 500],
      [2, 200],
    ])
  })

  it('ofMessage answers each attempt to tell of a message, to a key limited to numbers those of its webhooks, to another workspace none', async () => {
    await using receiver = await startReceiver({ respond: (_request, i) => ({ status: i === 0 ? 500 : 200 }) })
    const place = workspaceOf(kit)
    const { id: webhook } = await place.webhook(receiver)
    const message = newId('msg')
    const tell = (event: 'message:out' | 'message:ack', id: string) =>
      kit.bus.publish(busEvent({ event, workspace: place.workspace, data: { ...exampleMessage, id } as never }))
    await tell('message:out', message)
    const waiting = await firstIn(place, webhook, 'waiting')
    await retry(place, waiting.id)
    await tell('message:ack', message)
    await tell('message:ack', newId('msg'))
    const told = (as = place.as()) => place.api().deliveries.ofMessage.query({ id: message }, as)
    const all = await until(async () => ((now) => now.length === 3 && now)(await told()))
    expect(all.map(({ event, attempt, status }) => `${event} ${attempt} ${status}`).toSorted()).toEqual([
      'message:ack 1 200',
      'message:out 1 500',
      'message:out 2 200',
    ])
    expect(all[0]).toMatchObject({ webhook, delivery: waiting.id, error: null })
    expect(await told(place.as({ numbers: [newId('num')] }))).toEqual([])
    expect(await told(kit.as(kit.workspace()))).toEqual([])
  })

  it('retry of a finished delivery sends the same event again, and numbers go on', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    const [event] = await place.publish()
    const done = await firstIn(place, id, 'succeeded')
    expect(await retry(place, done.id)).toMatchObject({ id: done.id, state: 'waiting', completedAt: null })
    await until(() => receiver.requests.length === 2)
    expect(idsAt(receiver)).toEqual([event?.id, event?.id])
    expect(receiver.requests[1]?.body).toEqual(receiver.requests[0]?.body)
    await until(async () => (await get(place, done.id)).attempts === 2)
  })

  it('retries at the same moment, beside an attempt in flight, never make two at once', async () => {
    const answers = closedGate()
    await using receiver = await startReceiver({ respond: () => answers.opened.then(() => ({})) })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    await until(() => receiver.requests.length === 1)
    const [delivery] = await place.deliveries(id)
    await Promise.all([1, 2, 3].map(() => retry(place, delivery?.id ?? '')))
    answers.open()
    await firstIn(place, id, 'succeeded')
    expect(receiver.requests).toHaveLength(1)
  })

  it('retry while the webhook is paused waits for it to be enabled', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const done = await firstIn(place, id, 'succeeded')
    await place.api().webhooks.pause.mutate({ id }, place.as())
    expect(await retry(place, done.id)).toMatchObject({ state: 'parked', nextAttemptAt: null })
    await place.api().webhooks.enable.mutate({ id }, place.as())
    await until(() => receiver.requests.length === 2)
  })

  it('are listed newest first in pages that miss none, by state and kind', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish(7)
    await until(async () => (await place.deliveries(id)).filter(({ state }) => state === 'succeeded').length === 7)
    const list = (input: object) => place.api().webhooks.deliveries.query({ id, ...input }, place.as())
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ size: 3, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map((item) => item.id))
      cursor = page.next
    } while (cursor)
    expect(seen).toEqual((await place.deliveries(id)).map((delivery) => delivery.id))
    expect(seen).toEqual(seen.toSorted().toReversed())
    expect((await list({ state: ['exhausted'] })).items).toEqual([])
    expect((await list({ kind: ['contact:created'], state: ['succeeded', 'waiting'] })).items).toHaveLength(7)
    expect((await list({ after: new Date(Date.now() + 60_000).toISOString() })).items).toEqual([])
    expect((await list({ before: new Date(Date.now() + 60_000).toISOString() })).items).toHaveLength(7)
  })

  it('of another workspace answer as if there were none', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.publish()
    const done = await firstIn(place, id, 'succeeded')
    const other = workspaceOf(kit)
    for (const foreign of [done.id, newId('dlv')]) {
      await expect(get(other, foreign)).rejects.toThrow('There is no such delivery.')
      await expect(retry(other, foreign)).rejects.toThrow('There is no such delivery.')
    }
  })
})
