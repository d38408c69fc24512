import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobsAtOnceMax } from '../delivery/jobs.sql.ts'
import { createFixture, createGate, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks({ RETRY_SCALE: '0.01' })
})
afterAll(() => service[Symbol.asyncDispose]())

type Fixture = ReturnType<typeof createFixture>

const untilAttempted = (fixture: Fixture, id: string) =>
  until(async () => (await fixture.deliveries(id)).find(({ attempts }) => attempts === 1))

describe('a receiver that is gone', () => {
  it('answers 410: the endpoint is disabled at once, its deliveries are parked, and the other webhooks get an event', async () => {
    await using gone = await startReceiver({ respond: { status: 410 } })
    await using watching = await startReceiver()
    const fixture = createFixture(service)
    const { id, endpoints } = await fixture.webhook(gone)
    await fixture.webhook(watching, { events: ['webhook:*'] })
    const [event] = await fixture.publish()
    const alert = await until(() => watching.requests[0])
    const data = { webhook: id, endpoint: endpoints[0]?.id, url: gone.url, reason: 'It answered 410 Gone.' }
    expect(alert.json).toMatchObject({ event: 'webhook:disabled', data })
    expect(await fixture.show(id)).toMatchObject({ status: 'disabled', endpoints: [{ status: 'disabled' }] })
    await fixture.publish(3)
    await until(async () => (await fixture.deliveries(id)).filter(({ status }) => status === 'parked').length === 4)
    expect(gone.requests).toHaveLength(1)
    gone.respondWith({})
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    await until(() => gone.requests.length === 5)
    expect(listEventIds(gone)).toContain(event?.id)
    expect(listEventIds(watching)).toHaveLength(1)
  })

  it('answers 410 after its webhook got a new URL, which stays active and gets the event', async () => {
    const late = createGate()
    await using old = await startReceiver({ respond: () => late.opened.then(() => ({ status: 410 })) })
    await using moved = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(old)
    const [event] = await fixture.publish()
    await until(() => old.requests[0])
    await fixture.api().webhooks.update.mutate({ id, url: moved.url }, fixture.as())
    late.open()
    await until(() => moved.requests[0])
    expect(listEventIds(moved)).toEqual([event?.id])
    const healthy = { status: 'active', endpoints: [{ status: 'active', failingSince: null }] }
    expect(await fixture.show(id)).toMatchObject(healthy)
  })

  it('leaves its webhook disabled when the other URLs are removed, and a paused one paused', async () => {
    await using gone = await startReceiver({ respond: { status: 410 } })
    await using other = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(gone, { url: undefined, urls: [gone.url, other.url] })
    const statuses = async () => {
      const { status, endpoints } = await fixture.show(id)
      return [status, ...endpoints.map((endpoint) => endpoint.status)]
    }
    await fixture.publish()
    await until(async () => (await statuses()).includes('disabled'))
    expect(await statuses()).toEqual(['active', 'disabled', 'active'])
    await fixture.api().webhooks.update.mutate({ id, urls: [gone.url] }, fixture.as())
    expect(await statuses()).toEqual(['disabled', 'disabled'])
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.api().webhooks.update.mutate({ id, urls: [other.url, gone.url] }, fixture.as())
    await fixture.api().webhooks.update.mutate({ id, urls: [gone.url] }, fixture.as())
    expect((await statuses())[0]).toBe('paused')
  })
})

describe('a receiver that asks for a pause', () => {
  it.each([
    { header: '120', fromMs: 120_000, toMs: 120_000 },
    { header: () => new Date(Date.now() + 90_000).toUTCString(), fromMs: 87_000, toMs: 90_000 },
    { header: '315360000', fromMs: 3_600_000, toMs: 3_600_000 },
  ])(
    'with Retry-After $header gets no request from $fromMs to $toMs ms, and so are its other events',
    async (asked) => {
      const { header, fromMs, toMs } = asked
      const value = typeof header === 'string' ? header : header()
      await using receiver = await startReceiver({ respond: { status: 429, headers: { 'Retry-After': value } } })
      const fixture = createFixture(service)
      const { id } = await fixture.webhook(receiver)
      await fixture.publish()
      const delivery = await untilAttempted(fixture, id)
      const { attemptLog } = await fixture.api().deliveries.get.query({ id: delivery.id }, fixture.as())
      const pauseMs = Date.parse(delivery.nextAttemptAt ?? '') - Date.parse(attemptLog[0]?.startedAt ?? '')
      expect(pauseMs).toBeGreaterThanOrEqual(fromMs)
      // The delay is measured from the end of the attempt.
      expect(pauseMs).toBeLessThan(toMs + 5_000)
      await fixture.publish()
      await until(async () => (await fixture.deliveries(id)).length === 2)
      expect((await fixture.deliveries(id)).filter(({ attempts }) => attempts > 0)).toHaveLength(1)
      expect(receiver.requests).toHaveLength(1)
    },
  )

  it('with a Retry-After that is no time is tried again by the schedule', async () => {
    await using receiver = await startReceiver({ respond: { status: 429, headers: { 'Retry-After': 'later' } } })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish()
    const delivery = await until(async () => (await fixture.deliveries(id)).find(({ attempts }) => attempts > 1))
    const { attemptLog } = await fixture.api().deliveries.get.query({ id: delivery.id }, fixture.as())
    const [first, second] = attemptLog.map(({ startedAt }) => Date.parse(startedAt)).toSorted((a, b) => a - b)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(50)
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(20_000)
  })
})

describe('the breaker', () => {
  it('opens after ten failures, lets one probe through at a time, and consumes no attempt while it is open', async () => {
    await using receiver = await startReceiver({ respond: { status: 500 } })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish(30)
    // Attempts that were in flight when the breaker opened may still arrive.
    const open = await until(async () => {
      const [endpoint] = (await fixture.show(id)).endpoints
      const onTheirWay = await service.rows(
        'select 1 from delivery_job where lease_token is not null and endpoint_id = $1',
        [endpoint?.id],
      )
      return endpoint?.breaker.status === 'open' && onTheirWay.length === 0 ? endpoint.breaker : null
    })
    const failed = receiver.requests.length
    expect(failed).toBeLessThan(20)
    let inFlight = 0
    let most = 0
    receiver.respondWith(async () => {
      most = Math.max(most, (inFlight += 1))
      await until(() => receiver.requests.length > failed)
      inFlight -= 1
      return { status: 500, delayMs: 50 }
    })
    const probe = await until(() => receiver.requests[failed])
    expect(probe.receivedAtMs).toBeGreaterThanOrEqual(Date.parse(open.until ?? ''))
    await until(() => receiver.requests.length === failed + 2)
    expect(most).toBe(1)
    receiver.respondWith({})
    await until(async () => (await fixture.deliveries(id)).every(({ status }) => status === 'succeeded'), {
      timeoutMs: 20_000,
    })
    const attempts = (await fixture.deliveries(id)).reduce((sum, delivery) => sum + delivery.attempts, 0)
    expect(attempts).toBe(receiver.requests.length)
    expect((await fixture.show(id)).endpoints[0]).toMatchObject({ failingSince: null, breaker: { status: 'closed' } })
  })
})

describe('a receiver that fails for days', () => {
  const failedFor = (id: string, hours: number, attempts: number) =>
    service.rows(
      `update endpoint set failing_since = now() - make_interval(hours => $2), failed_attempts = $3 where webhook_id = $1`,
      [id, hours, attempts],
    )

  it('is warned about at 24 h, disabled after 5 days and 20 attempts, and not for less', async () => {
    await using receiver = await startReceiver({ respond: { status: 500 } })
    await using watching = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver, { events: ['contact:*'] })
    await fixture.webhook(watching, { events: ['webhook:*'] })
    await failedFor(id, 25, 3)
    await fixture.publish()
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
    expect(await fixture.show(id)).toMatchObject({ status: 'active' })
    await failedFor(id, 24 * 5 + 1, 19)
    await fixture.publish()
    await until(() => watching.requests.length === 3)
    expect(watching.requests[2]?.json).toMatchObject({ event: 'webhook:disabled' })
    expect(await fixture.show(id)).toMatchObject({ status: 'disabled' })
    await until(async () => (await fixture.deliveries(id)).every(({ status }) => status === 'parked'))
    const versions = [...fixture.published('webhook:failing'), ...fixture.published('webhook:disabled')]
    const [stored] = await service.rows<{ version: number }>('select version from endpoint where webhook_id = $1', [id])
    const version = stored?.version ?? 0
    expect(versions.map(({ aggregate }) => aggregate.version)).toEqual([version - 1, version - 1, version])
  })

  it.each([0, 30])('whose requests fail here is warned about, never disabled: %i failures before', async (failures) => {
    await using receiver = await startReceiver()
    await using watching = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver, { events: ['contact:*'] })
    await fixture.webhook(watching, { events: ['webhook:*'] })
    await service.rows(`update webhook_secret set sealed = 'v1.lost.AAAA' where webhook_id = $1`, [id])
    await failedFor(id, 24 * 5 + 1, failures)
    await fixture.publish(25)
    const warning = await until(() => watching.requests[0])
    const reason = 'No 2xx for 72 hours; last: invalid: a secret of the webhook cannot be decrypted.'
    expect(warning.json).toMatchObject({ event: 'webhook:failing', data: { webhook: id, reason } })
    await until(async () => (await fixture.deliveries(id)).every(({ attempts }) => attempts > 0))
    expect(await fixture.show(id)).toMatchObject({ status: 'active', endpoints: [{ breaker: { status: 'closed' } }] })
  })
})

describe('the reconcile loop', () => {
  it('expires jobs that were parked for fourteen days, and corrects jobs that missed a concurrent change of their endpoint', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const made = async (name: string) => {
      const webhook = await fixture.webhook(`${receiver.url}/${name}`)
      await fixture.api().webhooks.pause.mutate({ id: webhook.id }, fixture.as())
      return webhook
    }
    const [old, unparked, stuck, deleted] = [
      await made('old'),
      await made('unparked'),
      await made('stuck'),
      await made('deleted'),
    ]
    const [event] = await fixture.publish()
    const all = [old, unparked, stuck, deleted]
    const statusOf = async (id: string) => (await fixture.deliveries(id))[0]?.status
    for (const { id } of all) await until(async () => (await statusOf(id)) === 'parked')
    const gone = (await fixture.deliveries(deleted.id))[0]?.id ?? ''
    const change = (text: string, { endpoints }: typeof old) => service.rows(text, [endpoints[0]?.id])
    await change(`update delivery_job set parked_at = now() - interval '15 days' where endpoint_id = $1`, old)
    await change('update delivery_job set parked_at = null, run_at = now() where endpoint_id = $1', unparked)
    await change(`update delivery set status = 'waiting' where endpoint_id = $1`, unparked)
    await service.rows(`update webhook set status = 'active' where id = $1`, [stuck.id])
    await service.rows('delete from webhook where id = $1', [deleted.id])
    await service.restart()
    await until(async () => (await statusOf(old.id)) === 'expired')
    await until(async () => (await statusOf(unparked.id)) === 'parked')
    await until(async () => (await statusOf(stuck.id)) === 'succeeded')
    const seen = await fixture.api().deliveries.get.query({ id: gone }, fixture.as())
    expect(seen.status).toBe('canceled')
    expect(receiver.requests.map((request) => [request.path, request.headers['webhook-id']])).toEqual([
      ['/stuck', event?.id],
    ])
  })

  it.each(['pause', 'remove'] as const)(
    'finishes in bounded transactions what %s begins at a webhook with more jobs than one may change',
    async (verb) => {
      const fixture = createFixture(service)
      const { id, endpoints } = await fixture.webhook('http://127.0.0.1:9/')
      const endpoint = endpoints[0]?.id
      await service.rows(
        `insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at)
         select $1, 'dlv_' || lpad(n::text, 26, '0'), $2, 'evt_none', now() + interval '1 hour' from generate_series(1, $3) n`,
        [fixture.workspace, endpoint, 2 * jobsAtOnceMax + 500],
      )
      await service.rows(
        `create function refuse_many() returns trigger language plpgsql as $$
         begin if (select count(*) from changed) > ${jobsAtOnceMax} then raise exception 'too many'; end if; return null; end $$;
         create trigger few_updated after update on delivery_job referencing new table as changed
           for each statement execute function refuse_many();
         create trigger few_deleted after delete on delivery_job referencing old table as changed
           for each statement execute function refuse_many()`,
      )
      const waiting = `select 1 from delivery_job where endpoint_id = $1 and run_at < 'infinity' limit 1`
      try {
        await fixture.api().webhooks[verb].mutate({ id }, fixture.as())
        await until(async () => (await service.rows(waiting, [endpoint])).length === 0)
      } finally {
        await service.rows('drop function refuse_many cascade')
      }
    },
  )

  it('holds up no call that enables a webhook: both lock the webhook before its endpoints', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const [parked, other] = [await fixture.webhook(receiver), await fixture.webhook(`${receiver.url}/other`)]
    for (const { id } of [parked, other]) await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.publish()
    await until(async () => (await fixture.deliveries(parked.id))[0]?.status === 'parked')
    const waiting = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    await service.rows('begin')
    try {
      await service.rows('update webhook set updated_at = now() where id = $1', [parked.id])
      await fixture.api().webhooks.resume.mutate({ id: other.id }, fixture.as())
      await until(async () => (await service.rows(waiting)).length > 0, {
        describe: 'the loop to wait for the webhook',
      })
      await service.rows(`set local lock_timeout = '300ms'`)
      await service.rows('update endpoint set version = version where webhook_id = $1', [parked.id])
    } finally {
      await service.rows('commit')
    }
    await until(() => receiver.requests.some(({ path }) => path === '/other'))
  })
})
