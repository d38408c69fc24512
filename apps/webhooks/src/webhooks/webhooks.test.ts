import { exampleNumber, newId, type number } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { idsAt, startWebhooks, workspaceOf } from '../stage.suite.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startWebhooks()
})
afterAll(() => kit[Symbol.asyncDispose]())

const url = 'http://127.0.0.1:9/hook'
const unknown = newId('whk')

describe('webhooks', () => {
  it('create tells the signing secret once; no read, list or delivery ever shows it or the header value, nor does the table', async () => {
    const place = workspaceOf(kit)
    const secretHeader = { name: 'X-Key', value: 'very-s3cret' }
    const { signingSecret, ...created } = await place.webhook(url, { name: 'Shop', secretHeader })
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(created).toMatchObject({ name: 'Shop', url, urls: [url], state: 'active', secretHeader: { name: 'X-Key' } })
    expect(await place.show(created.id)).toEqual(created)
    expect(await place.api().webhooks.list.query({}, place.as())).toEqual({ items: [created], next: null })
    const { id: second } = await place.webhook('http://127.0.0.1:9/')
    const page = await place.api().webhooks.list.query({ size: 1 }, place.as())
    const rest = await place.api().webhooks.list.query({ size: 1, cursor: page.next ?? '' }, place.as())
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual([created.id, second])
    const stored = JSON.stringify([
      await kit.rows('select * from webhook'),
      await kit.rows('select * from webhook_secret'),
    ])
    expect(stored).not.toContain(signingSecret.slice('whsec_'.length))
    expect(stored).not.toContain('very-s3cret')
  })

  it('what another workspace has answers exactly as what nobody has', async () => {
    const { id } = await workspaceOf(kit).webhook(url)
    const { api, as } = workspaceOf(kit)
    const { get, update, delete: remove, test, enable, pause, deliveries } = api().webhooks
    for (const foreign of [id, unknown]) {
      for (const call of [
        () => get.query({ id: foreign }, as()),
        () => update.mutate({ id: foreign, name: 'x' }, as()),
        () => remove.mutate({ id: foreign }, as()),
        () => test.mutate({ id: foreign }, as()),
        () => enable.mutate({ id: foreign }, as()),
        () => pause.mutate({ id: foreign }, as()),
        () => deliveries.query({ id: foreign }, as()),
      ]) {
        await expect(call()).rejects.toThrow('There is no such webhook.')
      }
    }
  })

  it('the same url with the same events is refused, in whatever order they are named; other events are not', async () => {
    const place = workspaceOf(kit)
    const first = await place.webhook(url, { events: ['message:*', 'chat:updated'] })
    await expect(place.webhook(url, { events: ['chat:updated', 'message:*'] })).rejects.toThrow('exists already')
    const second = await place.webhook(url, { events: ['message:*'] })
    const changing = place.api().webhooks.update.mutate({ id: second.id, events: first.events }, place.as())
    await expect(changing).rejects.toThrow('exists already')
    await workspaceOf(kit).webhook(url, { events: ['message:*', 'chat:updated'] })
  })

  it.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Expect',
    'webhook-signature',
    'Cookie',
    'x-forwarded-for',
    'X Key',
    'X-Key:',
    'X-Key\r\nX-B',
    '',
    'Content-Encoding',
  ])('a secret header named "%s" is refused', async (name) => {
    await expect(workspaceOf(kit).webhook(url, { secretHeader: { name, value: 'v' } })).rejects.toThrow(
      /HTTP header name|choose another/,
    )
  })

  it.each(['a\rb', 'a\nb', 'a\0b', 'a\tb', 'é', 'x'.repeat(1025), ''])(
    'a secret header value like %j is refused',
    async (value) => {
      await expect(workspaceOf(kit).webhook(url, { secretHeader: { name: 'X-Key', value } })).rejects.toThrow(
        'printable ASCII',
      )
    },
  )

  it('a number filter takes only numbers of the workspace, and lets only their events through', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const mine = newId('num')
    await expect(place.webhook(receiver, { number: mine })).rejects.toThrow('no such number')
    const data = { ...exampleNumber, change: 'connected' as const } as z.output<typeof number> & { change: 'connected' }
    const connected = (id: string) =>
      busEvent({ event: 'number:updated', workspace: place.workspace, data: { ...data, id } })
    await kit.bus.publish(connected(mine))
    // No wait: a number connected a moment ago may be named before its event has arrived.
    await place.webhook(receiver, { number: mine })
    await place.publish()
    const wanted = connected(mine)
    await kit.bus.publish(connected(newId('num')), wanted)
    await until(() => receiver.requests.length === 1)
    expect(idsAt(receiver)).toEqual([wanted.id])
  })

  it('update changes what is given and keeps the rest; a null secret header removes it', async () => {
    const place = workspaceOf(kit)
    const created = await place.webhook(url, { secretHeader: { name: 'X-Key', value: 'v' }, events: ['message:*'] })
    const update = (input: object) => place.api().webhooks.update.mutate({ id: created.id, ...input }, place.as())
    expect(await update({ name: 'CRM' })).toMatchObject({
      name: 'CRM',
      url,
      events: ['message:*'],
      secretHeader: { name: 'X-Key' },
    })
    expect(await update({ secretHeader: null, events: ['*'] })).toMatchObject({
      name: 'CRM',
      secretHeader: null,
      events: ['*'],
    })
    const urls = [`${url}/2`, `${url}/3`]
    const changed = await update({ urls })
    expect(changed).toMatchObject({ url: urls[0], urls })
    expect(changed.endpoints[0]?.id).toBe(created.endpoints[0]?.id)
  })

  it('test posts a signed sample to every url and answers what came back, storing nothing', async () => {
    await using good = await startReceiver({ respond: { status: 202, body: 'thanks' } })
    await using bad = await startReceiver({ respond: { status: 500 } })
    const place = workspaceOf(kit)
    const urls = [good.url, bad.url]
    const created = await place
      .api()
      .webhooks.create.mutate({ urls, events: ['*'], secretHeader: { name: 'X-Key', value: 'v' } }, place.as())
    good.useSecret(created.signingSecret)
    const answers = await place.api().webhooks.test.mutate({ id: created.id, kind: 'message:ack' }, place.as())
    expect(answers).toMatchObject([
      { url: good.url, delivered: true, status: 202, responseBody: 'thanks', error: null },
      { url: bad.url, delivered: false, status: 500 },
    ])
    expect(good.requests[0]).toMatchObject({
      verified: true,
      headers: { 'x-key': 'v' },
      json: { event: 'message:ack' },
    })
    expect(await place.api().events.list.query({}, place.as())).toEqual([])
    const unheard = place.api().webhooks.test.mutate({ id: created.id, kind: 'message:nope' }, place.as())
    await expect(unheard).rejects.toThrow('no such event')
  })

  it('pause parks what comes, and enable delivers all of it', async () => {
    await using receiver = await startReceiver()
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    const { enable, pause } = place.api().webhooks
    expect(await pause.mutate({ id }, place.as())).toMatchObject({ state: 'paused' })
    const events = await place.publish(20)
    await until(async () => (await place.deliveries(id)).filter(({ state }) => state === 'parked').length === 20)
    expect(receiver.requests).toEqual([])
    expect(await enable.mutate({ id }, place.as())).toMatchObject({ state: 'active' })
    await until(() => receiver.requests.length === 20)
    expect(idsAt(receiver).toSorted()).toEqual(events.map((event) => event.id).toSorted())
    await until(async () => (await place.deliveries(id)).every(({ state }) => state === 'succeeded'))
  })

  it('remove cancels what waits and leaves it to be seen', async () => {
    await using receiver = await startReceiver({ respond: { status: 500 } })
    const place = workspaceOf(kit)
    const { id } = await place.webhook(receiver)
    await place.api().webhooks.pause.mutate({ id }, place.as())
    await place.publish()
    const [delivery] = await until(async () =>
      (await place.deliveries(id)).length === 1 ? place.deliveries(id) : null,
    )
    await place.api().webhooks.delete.mutate({ id }, place.as())
    await expect(place.show(id)).rejects.toThrow('no such webhook')
    const seen = await place.api().deliveries.get.query({ id: delivery?.id ?? '' }, place.as())
    expect(seen).toMatchObject({ state: 'canceled', webhook: id, nextAttemptAt: null })
    expect(receiver.requests).toEqual([])
  })
})

it('where private addresses are not allowed, none can be registered, however it is spelled', async () => {
  await using strict = await startWebhooks({ ALLOW_PRIVATE_ADDRESSES: 'false' })
  const place = workspaceOf(strict)
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
    await expect(place.webhook(spelled), spelled).rejects.toThrow('The address is not allowed')
  }
  const ok = await place.webhook('https://93.184.216.34/hook')
  const moving = place.api().webhooks.update.mutate({ id: ok.id, url: 'https://127.1/' }, place.as())
  await expect(moving).rejects.toThrow('127.0.0.1 is not a public address')
})
