import { exampleNumber, newId, type number } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { freshHealth } from '../delivery/breaker.ts'
import { createFixture, listEventIds, runWhileLocked, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

const url = 'http://127.0.0.1:9/hook'
const unknown = newId('whk')

describe('webhooks', () => {
  it('create returns the signing secret once; no read, list or delivery ever shows it or the header value, nor does the table', async () => {
    const fixture = createFixture(service)
    const secretHeader = { name: 'X-Key', value: 'very-s3cret' }
    const { signingSecret, ...created } = await fixture.webhook(url, { name: 'Shop', secretHeader })
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(created).toMatchObject({ name: 'Shop', url, urls: [url], status: 'active', secretHeader: { name: 'X-Key' } })
    expect(await fixture.show(created.id)).toEqual(created)
    expect(await fixture.api().webhooks.list.query({}, fixture.as())).toEqual({ items: [created], next: null })
    const { id: second } = await fixture.webhook('http://127.0.0.1:9/')
    const page = await fixture.api().webhooks.list.query({ size: 1 }, fixture.as())
    const rest = await fixture.api().webhooks.list.query({ size: 1, cursor: page.next ?? '' }, fixture.as())
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual([created.id, second])
    const stored = JSON.stringify([
      await service.rows('select * from webhook'),
      await service.rows('select * from webhook_secret'),
    ])
    expect(stored).not.toContain(signingSecret.slice('whsec_'.length))
    expect(stored).not.toContain('very-s3cret')
  })

  it('changes of one webhook at the same moment run one after another', async () => {
    const fixture = createFixture(service)
    const { update, resume } = fixture.api().webhooks
    const { id } = await fixture.webhook(url)
    const pausing = { lock: `update webhook set status = 'paused' where id = $1`, key: id }
    const [resumed] = await runWhileLocked(service, pausing, [() => resume.mutate({ id }, fixture.as())])
    expect(resumed?.status).toBe('active')
    const held = { lock: 'select 1 from webhook where id = $1 for update', key: id }
    const [, second] = await runWhileLocked(
      service,
      held,
      ['a', 'b'].map((path) => () => update.mutate({ id, urls: [url, `${url}/${path}`] }, fixture.as())),
    )
    expect(second?.urls).toEqual([url, `${url}/b`])
    expect((await fixture.show(id)).urls).toEqual(second?.urls)
  })

  it('resources of another workspace are refused exactly like unknown ones', async () => {
    const { id } = await createFixture(service).webhook(url)
    const { api, as } = createFixture(service)
    const { get, update, remove, test, resume, pause, deliveries } = api().webhooks
    for (const foreign of [id, unknown]) {
      for (const call of [
        () => get.query({ id: foreign }, as()),
        () => update.mutate({ id: foreign, name: 'x' }, as()),
        () => remove.mutate({ id: foreign }, as()),
        () => test.mutate({ id: foreign }, as()),
        () => resume.mutate({ id: foreign }, as()),
        () => pause.mutate({ id: foreign }, as()),
        () => deliveries.query({ id: foreign }, as()),
      ]) {
        await expect(call()).rejects.toThrow('There is no such webhook;')
      }
    }
  })

  it.each([{ url: 'http://127.0.0.1:9/other' }, { urls: ['http://127.0.0.1:9/other'] }, { events: ['*'] }])(
    'update with %j needs the password of a member again, another name does not',
    async (change) => {
      const fixture = createFixture(service)
      const { id } = await fixture.webhook(url, { events: ['chat:updated'] })
      const stale = fixture.as({ session: newId('ses'), role: 'admin', confirmed: false })
      const update = (input: object) => fixture.api().webhooks.update.mutate({ id, ...input }, stale)
      await expect(update(change)).rejects.toThrow('confirm your password first')
      expect(await update({ name: 'Other' })).toMatchObject({ name: 'Other', url })
    },
  )

  it('the same url with the same events is refused, in whatever order they are named; other events are not', async () => {
    const fixture = createFixture(service)
    const first = await fixture.webhook(url, { events: ['message:*', 'chat:updated'] })
    await expect(fixture.webhook(url, { events: ['chat:updated', 'message:*'] })).rejects.toThrow('already exists')
    const second = await fixture.webhook(url, { events: ['message:*'] })
    const changing = fixture.api().webhooks.update.mutate({ id: second.id, events: first.events }, fixture.as())
    await expect(changing).rejects.toThrow('already exists')
    await createFixture(service).webhook(url, { events: ['message:*', 'chat:updated'] })
  })

  it.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Expect',
    'webhook-signature',
    'Webhook-Id',
    'Cookie',
    'x-forwarded-for',
    'X-Forwarded-Host',
    'Upgrade',
    'TE',
    'Keep-Alive',
    'Proxy-Authorization',
    'CONTENT-TYPE',
    'X Key',
    'X-Key:',
    'X-Key\r\nX-B',
    'X-Këy',
    '',
    'x'.repeat(65),
    'Content-Encoding',
    '__proto__',
    'X-Real-IP',
    'svix-signature',
    'Range',
    'If-Match',
    'HTTP2-Settings',
    'x-original-url',
    'Webhook-Anything',
    'X-HTTP-Method-Override',
  ])('a secret header named "%s" is refused', async (name) => {
    await expect(createFixture(service).webhook(url, { secretHeader: { name, value: 'v' } })).rejects.toThrow(
      /HTTP header name|choose another/,
    )
  })

  it.each(['a\rb', 'a\nb', 'a\r\nX-B: 1', 'a\0b', 'a\tb', 'é', '\u007f', '日本', 'x'.repeat(1025), ''])(
    'a secret header value like %j is refused',
    async (value) => {
      await expect(createFixture(service).webhook(url, { secretHeader: { name: 'X-Key', value } })).rejects.toThrow(
        'printable ASCII',
      )
    },
  )

  it('a secret header of printable ASCII arrives as given, once', async () => {
    const printable = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).join('')
    for (const value of ['a', `${printable} ${printable}`, 'x'.repeat(1024)]) {
      await using receiver = await startReceiver()
      const fixture = createFixture(service)
      const { id } = await fixture.webhook(receiver, { secretHeader: { name: 'X-Key', value } })
      await fixture.api().webhooks.test.mutate({ id }, fixture.as())
      expect(receiver.requests.map(({ headers }) => headers['x-key'])).toEqual([value])
    }
  })

  it('a number filter accepts only numbers of the workspace, and passes only their events', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const mine = newId('num')
    await expect(fixture.webhook(receiver, { number: mine })).rejects.toThrow('no such number')
    const data = { ...exampleNumber, change: 'connected' as const } as z.output<typeof number> & { change: 'connected' }
    const connected = (id: string) =>
      busEvent({ event: 'number:updated', workspace: fixture.workspace, data: { ...data, id } })
    await service.bus.publish(connected(mine))
    // A webhook may name a newly connected number whose event hasn't arrived yet.
    await fixture.webhook(receiver, { number: mine })
    await fixture.publish()
    const wanted = connected(mine)
    await service.bus.publish(connected(newId('num')), wanted)
    await until(() => receiver.requests.length === 1)
    expect(listEventIds(receiver)).toEqual([wanted.id])
  })

  it('update keeps the number filter if its value is empty, and removes it if it is null', async () => {
    const fixture = createFixture(service)
    const mine = newId('num')
    const data = { ...exampleNumber, id: mine, change: 'connected' as const } as never
    await service.bus.publish(busEvent({ event: 'number:updated', workspace: fixture.workspace, data }))
    const { id } = await fixture.webhook(url, { number: mine })
    const update = async (number: '' | null) =>
      (await fixture.api().webhooks.update.mutate({ id, number }, fixture.as())).number
    expect([await update(''), await update(null)]).toEqual([mine, null])
  })

  it('update changes the given fields and keeps the rest; null removes the name and the secret header', async () => {
    const fixture = createFixture(service)
    const created = await fixture.webhook(url, { secretHeader: { name: 'X-Key', value: 'v' }, events: ['message:*'] })
    const update = (input: object) => fixture.api().webhooks.update.mutate({ id: created.id, ...input }, fixture.as())
    expect(await update({ name: 'CRM' })).toMatchObject({
      name: 'CRM',
      url,
      events: ['message:*'],
      secretHeader: { name: 'X-Key' },
    })
    expect(await update({ name: null, secretHeader: null, events: ['*'] })).toMatchObject({
      name: null,
      secretHeader: null,
      events: ['*'],
    })
    const urls = [`${url}/2`, `${url}/3`]
    const changed = await update({ urls })
    expect(changed).toMatchObject({ url: urls[0], urls })
    expect(changed.endpoints[0]?.id).toBe(created.endpoints[0]?.id)
  })

  it('test posts a signed sample to every url and returns the responses, storing nothing', async () => {
    await using good = await startReceiver({ respond: { status: 202, body: 'thanks' } })
    await using bad = await startReceiver({ respond: { status: 500 } })
    const fixture = createFixture(service)
    const urls = [good.url, bad.url]
    const created = await fixture
      .api()
      .webhooks.create.mutate({ urls, events: ['*'], secretHeader: { name: 'X-Key', value: 'v' } }, fixture.as())
    good.useSecret(created.signingSecret)
    const answers = await fixture.api().webhooks.test.mutate({ id: created.id, event: 'message:ack' }, fixture.as())
    expect(answers).toMatchObject([
      { url: good.url, delivered: true, httpStatus: 202, responseBody: 'thanks', error: null },
      { url: bad.url, delivered: false, httpStatus: 500 },
    ])
    expect(good.requests[0]).toMatchObject({
      verified: true,
      headers: { 'x-key': 'v' },
      json: { event: 'message:ack' },
    })
    expect(await fixture.api().events.list.query({}, fixture.as())).toEqual([])
    const unheard = fixture.api().webhooks.test.mutate({ id: created.id, event: 'message:nope' }, fixture.as())
    await expect(unheard).rejects.toThrow('GET /v1/events/kinds lists them')
  })

  it('pause parks new deliveries, and resume delivers all of them', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const { resume, pause } = fixture.api().webhooks
    expect(await pause.mutate({ id }, fixture.as())).toMatchObject({ status: 'paused' })
    const events = await fixture.publish(20)
    await until(async () => (await fixture.deliveries(id)).filter(({ status }) => status === 'parked').length === 20)
    expect(receiver.requests).toEqual([])
    expect(await resume.mutate({ id }, fixture.as())).toMatchObject({ status: 'active' })
    await until(() => receiver.requests.length === 20)
    expect(listEventIds(receiver).toSorted()).toEqual(events.map((event) => event.id).toSorted())
    await until(async () => (await fixture.deliveries(id)).every(({ status }) => status === 'succeeded'))
  })

  it('an endpoint starts with fresh health, and has it again when its webhook is resumed', async () => {
    const fixture = createFixture(service)
    const { id } = await fixture.webhook('http://127.0.0.1:9/')
    const readHealth = () =>
      service.rows(
        `select failing_since, failed_attempts, warned_hours, window_started_at, window_total, window_failed,
           breaker_opens, breaker_until, in_flight_max, held_until from endpoint where webhook_id = $1`,
        [id],
      )
    const fresh = await readHealth()
    expect(fresh).toMatchObject([{ failing_since: null, failed_attempts: 0, in_flight_max: freshHealth.inFlightMax }])
    await service.rows(
      `update endpoint set failing_since = now(), failed_attempts = 7, warned_hours = 24, window_started_at = now(),
         window_total = 3, window_failed = 2, breaker_opens = 1, breaker_until = now(), in_flight_max = 1, held_until = now(),
         status = 'disabled' where webhook_id = $1`,
      [id],
    )
    await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
    expect(await readHealth()).toEqual(fresh)
  })

  it('remove cancels waiting deliveries and keeps them readable', async () => {
    await using receiver = await startReceiver({ respond: { status: 500 } })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
    await fixture.publish()
    const [delivery] = await until(async () =>
      (await fixture.deliveries(id)).length === 1 ? fixture.deliveries(id) : null,
    )
    await fixture.api().webhooks.remove.mutate({ id }, fixture.as())
    await expect(fixture.show(id)).rejects.toThrow('no such webhook')
    const seen = await fixture.api().deliveries.get.query({ id: delivery?.id ?? '' }, fixture.as())
    expect(seen).toMatchObject({ status: 'canceled', webhook: id, nextAttemptAt: null })
    expect(receiver.requests).toEqual([])
  })
})

it('where private addresses are not allowed, none can be registered, however it is spelled', async () => {
  await using strict = await startWebhooks({ ALLOW_PRIVATE_ADDRESSES: 'false' })
  const fixture = createFixture(strict)
  for (const spelled of [
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'http://example.com/',
    'https://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://good@127.0.0.1/',
    'https://10.0.0.8/',
    'https://metadata.google.internal/',
  ]) {
    await expect(fixture.webhook(spelled), spelled).rejects.toThrow('The address is not allowed')
  }
  const ok = await fixture.webhook('https://93.184.216.34/hook')
  const moving = fixture.api().webhooks.update.mutate({ id: ok.id, url: 'https://127.1/' }, fixture.as())
  await expect(moving).rejects.toThrow('127.0.0.1 is not a public address')
})
