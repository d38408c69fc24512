import { randomBytes } from 'node:crypto'
import { type EventData, exampleMessage, newId } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idsAt, startWebhooks, workspaceOf } from '../stage.suite.ts'

const busName = `t_${randomBytes(6).toString('hex')}`
let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks({}, { busName })
})
afterAll(() => kit[Symbol.asyncDispose]())

type Place = ReturnType<typeof workspaceOf>
type Input = Parameters<ReturnType<Place['api']>['replays']['create']['mutate']>[0]

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()
const begin = (place: Place, id: string, input: Partial<Input> = {}) =>
  place.api().replays.create.mutate({ id, from: hourAgo(), ...input }, place.as())
const show = (place: Place, id: string, replay: string) => place.api().replays.get.query({ id, replay }, place.as())
const ended = (place: Place, id: string, replay: string) =>
  until(async () => {
    const shown = await show(place, id, replay)
    return shown.state === 'finished' && shown
  })
const logged = async (place: Place, count: number) =>
  until(async () => (await place.api().events.list.query({ size: 200 }, place.as())).length >= count)

describe('replays', () => {
  it('create delivers what happened once more: oldest first, same id and bytes, marked, and get shows it finished', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    const events = await place.publish(30)
    await until(() => receiver.requests.length === 30)
    await until(async () => (await place.deliveries(id)).every(({ state }) => state === 'succeeded'))
    const made = await begin(place, id)
    expect(made).toMatchObject({ webhook: id, state: 'running', events: null, chat: null, onlyFailed: false })
    expect(await ended(place, id, made.id)).toMatchObject({ queued: 30 })
    await until(() => receiver.requests.length === 60)
    const again = receiver.requests.slice(30)
    expect(idsAt(receiver).slice(30).toSorted()).toEqual(events.map((event) => event.id).toSorted())
    expect(again.every(({ verified, headers }) => verified && headers['webhook-replay'] === 'true')).toBe(true)
    expect(receiver.requests[0]?.headers).not.toHaveProperty('webhook-replay')
    const bytes = new Map(
      receiver.requests.slice(0, 30).map(({ headers, body }) => [headers['webhook-id'], body.toString()]),
    )
    for (const { headers, body } of again) expect(body.toString()).toBe(bytes.get(headers['webhook-id'] ?? ''))
    await until(async () =>
      (await place.deliveries(id)).every(({ state, attempts }) => state === 'succeeded' && attempts === 2),
    )
  })

  it('of a webhook that is removed at the same moment is refused as one of a webhook that is not there', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await kit.rows('begin')
    await kit.rows('delete from webhook where id = $1', [id])
    const begun = begin(place, id).catch((error: unknown) => error)
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await kit.rows(waits)).length > 0, { describe: 'the replay to wait for the removal' })
    await kit.rows('commit')
    expect(String(await begun)).toContain('There is no such webhook')
  })

  it('a webhook that did not exist then gets the log too, only of the kinds, chat and time asked for', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { workspace } = place
    const [chat, other] = [newId('chat'), newId('chat')]
    const of = (name: string) =>
      busEvent({
        event: 'message:in',
        workspace,
        data: { ...exampleMessage, id: newId('msg'), chat: name } as unknown as EventData<'message:in'>,
      })
    const [wanted, unwanted] = [of(chat), of(other)]
    await kit.bus.publish(wanted, unwanted)
    await place.publish(5)
    await logged(place, 7)
    const { id } = await place.webhook(receiver)
    const byChat = await begin(place, id, { chat })
    await ended(place, id, byChat.id)
    await until(async () => (await place.deliveries(id)).every(({ state }) => state === 'succeeded'))
    const byKind = await begin(place, id, { events: ['message:*'], to: new Date(Date.now() + 60_000).toISOString() })
    await ended(place, id, byKind.id)
    const nothing = await begin(place, id, { to: new Date(Date.now() - 1_800_000).toISOString() })
    expect(await ended(place, id, nothing.id)).toMatchObject({ queued: 0 })
    await until(() => receiver.requests.length === 3)
    expect(idsAt(receiver)[0]).toBe(wanted.id)
    expect(new Set(idsAt(receiver).slice(1))).toEqual(new Set([wanted.id, unwanted.id]))
    const listed = await place.api().replays.list.query({ id }, place.as())
    expect(listed.items.map((each) => each.id)).toEqual([nothing.id, byKind.id, byChat.id])
  })

  it('onlyFailed takes what was given up and nothing else', async () => {
    let broken = true
    await using receiver = await startReceiver({ respond: () => ({ status: broken ? 500 : 200 }) })
    await using hasty = await startWebhooks({ RETRY_SCALE: '0.000001' })
    const place = workspaceOf(hasty)
    const { id } = await place.webhook(receiver)
    const [lost] = await place.publish()
    await until(async () => (await place.deliveries(id))[0]?.state === 'exhausted', { timeoutMs: 20_000 })
    broken = false
    await place.api().webhooks.enable.mutate({ id }, place.as())
    await place.publish()
    await until(async () => (await place.deliveries(id)).some(({ state }) => state === 'succeeded'))
    const before = receiver.requests.length
    const { id: replay } = await begin(place, id, { onlyFailed: true })
    expect(await ended(place, id, replay)).toMatchObject({ queued: 1 })
    await until(() => receiver.requests.length === before + 1)
    expect(idsAt(receiver).at(-1)).toBe(lost?.id)
  })

  it('a replay uses at most half of the places of an endpoint, rests while the webhook is paused, and survives a restart', async () => {
    let inFlight = 0
    let most = 0
    await using receiver = await startReceiver({
      respond: async () => {
        most = Math.max(most, ++inFlight)
        await new Promise((resolve) => setTimeout(resolve, 20))
        inFlight--
        return { status: 200 }
      },
    })
    const place = workspaceOf(kit)
    const { id } = await place.webhook('http://127.0.0.1:9/never', { events: ['contact:created'] })
    await place.api().webhooks.pause.mutate({ id }, place.as())
    await place.publish(60)
    await logged(place, 60)
    const late = await place.webhook(receiver)
    const { id: replay } = await begin(place, late.id)
    await until(() => receiver.requests.length >= 10)
    await place.api().webhooks.pause.mutate({ id: late.id }, place.as())
    expect((await show(place, late.id, replay)).state).toBe('running')
    await until(
      async () =>
        (await kit.rows('select 1 from delivery_job where run_at > now() and lease_token is not null')).length === 0,
    )
    await kit.restart()
    await place.api().webhooks.enable.mutate({ id: late.id }, place.as())
    expect(await ended(place, late.id, replay)).toMatchObject({ queued: 60 })
    await until(() => new Set(idsAt(receiver)).size === 60)
    expect(most).toBeLessThanOrEqual(5)
  })

  it('stop ends a replay before its time', async () => {
    const place = workspaceOf(kit)
    const { id } = await place.webhook('http://127.0.0.1:9/never')
    await place.api().webhooks.pause.mutate({ id }, place.as())
    const { id: replay } = await begin(place, id)
    const stop = () => place.api().replays.stop.mutate({ id, replay }, place.as())
    const stopped = await stop()
    expect(stopped).toMatchObject({ id: replay, state: 'stopped', finishedAt: expect.any(String) })
    expect(await stop()).toEqual(stopped)
  })

  it('faulty fields are named together, a repeated key begins one, and strangers find nothing', async () => {
    const place = workspaceOf(kit)
    const { id } = await place.webhook('http://127.0.0.1:9/never')
    const from = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString()
    await expect(begin(place, id, { from, to: from, events: ['nothing:here'] })).rejects.toMatchObject({
      data: { fault: { code: 'request:invalid', errors: [{ path: 'from' }, { path: 'to' }, { path: 'events.0' }] } },
    })
    const keyed = () => place.api().replays.create.mutate({ id, from: wasAt }, place.as({ idempotencyKey: 'once' }))
    const wasAt = hourAgo()
    const first = await keyed()
    expect(await keyed()).toEqual(first)
    const stranger = workspaceOf(kit)
    const named = { id, replay: first.id }
    for (const attempt of [
      () => begin(stranger, id),
      () => show(stranger, id, first.id),
      () => stranger.api().replays.list.query({ id }, stranger.as()),
      () => stranger.api().replays.stop.mutate(named, stranger.as()),
    ])
      await expect(attempt()).rejects.toThrow('no such webhook')
    await expect(show(place, id, newId('rpl'))).rejects.toThrow('no such replay')
    const reader = place.api().replays.create.mutate({ id, from: wasAt }, place.as({ scopes: ['read'] }))
    await expect(reader).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
  })
})
