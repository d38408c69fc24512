import { randomBytes } from 'node:crypto'
import { type EventData, exampleMessage, newId } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until, untilLocked } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, listEventIds, runWhileLocked, startWebhooks } from '../webhooks.fixture.ts'

const busName = `t_${randomBytes(6).toString('hex')}`
let service: TestService
beforeAll(async () => {
  service = await startWebhooks({}, { busName })
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>
type Input = Parameters<ReturnType<Fixture['api']>['replays']['create']['mutate']>[0]

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()
const start = (fixture: Fixture, id: string, input: Partial<Input> = {}) =>
  fixture.api().replays.create.mutate({ id, from: hourAgo(), ...input }, fixture.as())
const show = (fixture: Fixture, id: string, replay: string) =>
  fixture.api().replays.get.query({ id, replay }, fixture.as())
const untilFinished = (fixture: Fixture, id: string, replay: string) =>
  until(async () => {
    const shown = await show(fixture, id, replay)
    return shown.status === 'finished' && shown
  })
const untilLogged = async (fixture: Fixture, count: number) =>
  until(async () => (await fixture.api().events.list.query({ size: 200 }, fixture.as())).length >= count)

describe('replays', () => {
  it('create delivers past events once more: oldest first, same id and bytes, marked, and get shows it finished', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const events = await fixture.publish(30)
    await until(() => receiver.requests.length === 30)
    await until(async () => (await fixture.deliveries(id)).every(({ status }) => status === 'succeeded'))
    const made = await start(fixture, id)
    expect(made).toMatchObject({ webhook: id, status: 'running', events: null, chat: null, onlyFailed: false })
    expect(await untilFinished(fixture, id, made.id)).toMatchObject({ queued: 30 })
    await until(() => receiver.requests.length === 60)
    const again = receiver.requests.slice(30)
    expect(listEventIds(receiver).slice(30).toSorted()).toEqual(events.map((event) => event.id).toSorted())
    expect(again.every(({ verified, headers }) => verified && headers['webhook-replay'] === 'true')).toBe(true)
    expect(receiver.requests[0]?.headers).not.toHaveProperty('webhook-replay')
    const bytes = new Map(
      receiver.requests.slice(0, 30).map(({ headers, body }) => [headers['webhook-id'], body.toString()]),
    )
    for (const { headers, body } of again) expect(body.toString()).toBe(bytes.get(headers['webhook-id'] ?? ''))
    await until(async () =>
      (await fixture.deliveries(id)).every(({ status, attempts }) => status === 'succeeded' && attempts === 2),
    )
  })

  it('of workspaces take turns, so that one with many endpoints delays no other', async () => {
    await using many = await startReceiver()
    await using one = await startReceiver()
    const [flooding, quiet] = [createFixture(service), createFixture(service)]
    await flooding.publish(30)
    await quiet.publish(1)
    await Promise.all([untilLogged(flooding, 30), untilLogged(quiet, 1)])
    const urlsOf = (webhook: number) => Array.from({ length: 5 }, (_, i) => `${many.url}/${webhook}/${i}`)
    for (let webhook = 0; webhook < 5; webhook++)
      await flooding.api().webhooks.create.mutate({ urls: urlsOf(webhook), events: ['*'] }, flooding.as())
    const last = await quiet.webhook(one)
    await service.rows(`update endpoint set held_until = now() + interval '1 hour'`)
    const { items } = await flooding.api().webhooks.list.query({}, flooding.as())
    for (const { id } of items) await start(flooding, id)
    await start(quiet, last.id)
    await service.rows('update endpoint set held_until = null')
    service.bus.nudge('webhooks', 'replay')
    await until(() => one.requests.length === 1)
    // All endpoints of the other workspace get 750 requests.
    expect(many.requests.length).toBeLessThan(500)
  })

  it('one whose step always fails delays those of no other workspace', async () => {
    await using receiver = await startReceiver()
    const [broken, other] = [createFixture(service), createFixture(service)]
    await service.rows(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
       create trigger refuse before update on replay_endpoint for each row when (new.workspace_id = '${broken.workspace}')
       execute function refuse()`,
    )
    for (const fixture of [broken, other]) {
      await fixture.publish(1)
      await untilLogged(fixture, 1)
      const { id } = await fixture.webhook(receiver)
      await start(fixture, id)
    }
    await until(() => receiver.requests.length === 1)
    await service.rows('drop trigger refuse on replay_endpoint')
    service.bus.nudge('webhooks', 'replay')
    await until(() => receiver.requests.length === 2)
  })

  it('is deleted 90 days after it ended', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const replays = [await start(fixture, id), await start(fixture, id)]
    for (const { id: replay } of replays) await untilFinished(fixture, id, replay)
    const end = 'update replay set completed_at = now() - make_interval(days => $1) where id = $2'
    await Promise.all(replays.map((replay, i) => service.rows(end, [89 + 2 * i, replay.id])))
    service.bus.nudge('webhooks', 'housekeeping')
    const left = () => service.rows('select id from replay where workspace_id = $1', [fixture.workspace])
    await until(async () => (await left()).length === 1)
    expect(await left()).toEqual([{ id: replays[0]?.id }])
  })

  it('of a webhook that is deleted at the same moment is refused like one of an unknown webhook', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await service.rows('begin')
    await service.rows('delete from webhook where id = $1', [id])
    const started = start(fixture, id).catch((error: unknown) => error)
    await untilLocked(service)
    await service.rows('commit')
    expect(String(await started)).toContain('There is no such webhook')
  })

  it('a webhook created later gets the log too, only of the requested kinds, chat and time', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { workspace } = fixture
    const [chat, other] = [newId('chat'), newId('chat')]
    const of = (name: string) =>
      busEvent({
        event: 'message:in',
        workspace,
        data: { ...exampleMessage, id: newId('msg'), chat: name } as unknown as EventData<'message:in'>,
      })
    const [wanted, unwanted] = [of(chat), of(other)]
    await service.bus.publish(wanted, unwanted)
    await fixture.publish(5)
    await untilLogged(fixture, 7)
    const { id } = await fixture.webhook(receiver)
    const byChat = await start(fixture, id, { chat })
    await untilFinished(fixture, id, byChat.id)
    await until(async () => (await fixture.deliveries(id)).every(({ status }) => status === 'succeeded'))
    const byKind = await start(fixture, id, { events: ['message:*'], to: new Date(Date.now() + 60_000).toISOString() })
    await untilFinished(fixture, id, byKind.id)
    const nothing = await start(fixture, id, { to: new Date(Date.now() - 1_800_000).toISOString() })
    expect(await untilFinished(fixture, id, nothing.id)).toMatchObject({ queued: 0 })
    await until(() => receiver.requests.length === 3)
    expect(listEventIds(receiver)[0]).toBe(wanted.id)
    expect(new Set(listEventIds(receiver).slice(1))).toEqual(new Set([wanted.id, unwanted.id]))
    const listed = await fixture.api().replays.list.query({ id }, fixture.as())
    expect(listed.items.map((each) => each.id)).toEqual([nothing.id, byKind.id, byChat.id])
  })

  it('onlyFailed selects exhausted deliveries and nothing else', async () => {
    let broken = true
    await using receiver = await startReceiver({ respond: () => ({ status: broken ? 500 : 200 }) })
    await using hasty = await startWebhooks({ RETRY_SCALE: '0.000001' })
    const fixture = createFixture(hasty)
    const { id } = await fixture.webhook(receiver)
    const [lost] = await fixture.publish()
    await until(async () => (await fixture.deliveries(id))[0]?.status === 'exhausted', { timeoutMs: 20_000 })
    broken = false
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    await fixture.publish()
    await until(async () => (await fixture.deliveries(id)).some(({ status }) => status === 'succeeded'))
    const before = receiver.requests.length
    const { id: replay } = await start(fixture, id, { onlyFailed: true })
    expect(await untilFinished(fixture, id, replay)).toMatchObject({ queued: 1 })
    await until(() => receiver.requests.length === before + 1)
    expect(listEventIds(receiver).at(-1)).toBe(lost?.id)
  })

  it('a replay uses at most half of the places of an endpoint, stops while the webhook is paused, and survives a restart', async () => {
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
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never', { events: ['contact:created'] })
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.publish(60)
    await untilLogged(fixture, 60)
    const late = await fixture.webhook(receiver)
    const { id: replay } = await start(fixture, late.id)
    await until(() => receiver.requests.length >= 10)
    await fixture.api().webhooks.pause.mutate({ id: late.id }, fixture.as())
    expect((await show(fixture, late.id, replay)).status).toBe('running')
    await until(
      async () =>
        (await service.rows('select 1 from delivery_job where run_at > now() and lease_token is not null')).length ===
        0,
    )
    await service.restart()
    await fixture.api().webhooks.resume.mutate({ id: late.id }, fixture.as())
    expect(await untilFinished(fixture, late.id, replay)).toMatchObject({ queued: 60 })
    await until(() => new Set(listEventIds(receiver)).size === 60)
    expect(most).toBeLessThanOrEqual(5)
  })

  it('stop ends a running replay', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never')
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    const { id: replay } = await start(fixture, id)
    const stop = () => fixture.api().replays.stop.mutate({ id, replay }, fixture.as())
    const stopped = await stop()
    expect(stopped).toMatchObject({ id: replay, status: 'stopped', completedAt: expect.any(String) })
    expect(await stop()).toEqual(stopped)
  })

  it('stop changes nothing about a replay that ends at the same moment', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never')
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    const stop = (replay: string) => fixture.api().replays.stop.mutate({ id, replay }, fixture.as())
    const { id: finishing } = await start(fixture, id)
    const finish = `update replay set status = 'finished', completed_at = now() where id = $1`
    const [finished] = await runWhileLocked(service, { lock: finish, key: finishing }, [() => stop(finishing)])
    expect(finished?.status).toBe('finished')
    expect(await show(fixture, id, finishing)).toEqual(finished)
    const { id: replay } = await start(fixture, id)
    const held = { lock: 'select 1 from replay where id = $1 for update', key: replay }
    const [first, second] = await runWhileLocked(service, held, [() => stop(replay), () => stop(replay)])
    expect(first).toMatchObject({ status: 'stopped', completedAt: expect.any(String) })
    expect(second).toEqual(first)
  })

  it('stop answers after the batch that is being queued, and nothing is queued later', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const delivered = (count: number) =>
      until(async () => {
        const deliveries = await fixture.deliveries(id)
        return deliveries.filter(({ status }) => status === 'succeeded').length === count && deliveries
      })
    await fixture.publish()
    const [first] = await delivered(1)
    // At the original speed, this one is due after the first, in a later batch.
    await fixture.publish()
    await delivered(2)
    const held = { lock: 'select 1 from delivery where id = $1 for update', key: first?.id ?? '' }
    const started = Promise.withResolvers<string>()
    const [, stopped] = await runWhileLocked(service, held, [
      async () => {
        const made = await start(fixture, id, { speed: 1 })
        started.resolve(made.id)
        return made
      },
      async () => fixture.api().replays.stop.mutate({ id, replay: await started.promise }, fixture.as()),
    ])
    expect(stopped).toMatchObject({ status: 'stopped', queued: 1 })
    expect(await show(fixture, id, await started.promise)).toMatchObject({ status: 'stopped', queued: 1 })
  })

  it('a range in the future is refused by its start, because it ends now at the latest', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never')
    const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    await expect(start(fixture, id, { from: hoursFromNow(1), to: hoursFromNow(2) })).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'from', message: expect.stringContaining('must be in the past') }] } },
    })
  })

  it('all faulty fields are named, a repeated key starts one replay, and other workspaces find nothing', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/never')
    const from = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString()
    await expect(start(fixture, id, { from, to: from, events: ['nothing:here'] })).rejects.toMatchObject({
      data: { fault: { code: 'request:invalid', errors: [{ path: 'from' }, { path: 'to' }, { path: 'events.0' }] } },
    })
    const keyed = () => fixture.api().replays.create.mutate({ id, from: wasAt }, fixture.as({ idempotencyKey: 'once' }))
    const wasAt = hourAgo()
    const first = await keyed()
    expect(await keyed()).toEqual(first)
    const other = createFixture(service)
    const key = { id, replay: first.id }
    for (const attempt of [
      () => start(other, id),
      () => show(other, id, first.id),
      () => other.api().replays.list.query({ id }, other.as()),
      () => other.api().replays.stop.mutate(key, other.as()),
    ])
      await expect(attempt()).rejects.toThrow('no such webhook')
    await expect(show(fixture, id, newId('rpl'))).rejects.toThrow('no such replay')
    const reader = fixture.api().replays.create.mutate({ id, from: wasAt }, fixture.as({ scopes: ['read'] }))
    await expect(reader).rejects.toMatchObject({ data: { fault: { code: 'scope:missing' } } })
  })
})
