import { createHmac } from 'node:crypto'
import { exampleEvent, type WebhookFormat } from '@posthorn/contracts'
import { busEvent, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

// Replaces a format with one that no package defines, so that the service knows nothing about it except this object.
vi.mock('@posthorn/dialect', () => ({
  webhookFormat: {
    name: 'other',
    kindsOf: (name) => (name === 'messages' ? ['message:in', 'message:ack'] : name === 'later' ? [] : undefined),
    unknownName: 'is not a field of the other',
    onePerUrl: true,
    shows: ({ data }) => data['message'] !== 'hidden',
    render(payload, names) {
      const { id, data } = JSON.parse(payload) as { id: string; data: { message?: string } }
      if (data.message === 'broken') throw new Error('cannot be shown')
      const body = JSON.stringify({ object: 'graph', entry: [{ id, text: data.message, field: names[0] }] })
      return { body, headers: { 'Content-Type': 'application/graph+json' } }
    },
    signature: {
      key: 'text',
      headers: ({ body }, hmac) => ({ 'X-Hub-Signature-256': `sha256=${hmac(body, 'hex')[0]}` }),
    },
  } satisfies WebhookFormat,
}))

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

const faked = { format: 'other', events: ['messages'] }

const message = (workspace: string, text: string) =>
  busEvent({ event: 'message:in', workspace, data: { ...exampleEvent.data, message: text } as never })

type Body = { entry: { id: string; text: string; field: string }[] }
const entriesOf = (requests: readonly { body: Buffer }[]) =>
  requests.flatMap(({ body }) => (JSON.parse(body.toString()) as Body).entry)

describe('a format that is only an entry of the table', () => {
  it('decides which events a receiver gets, their bytes and their signature, at the first attempt and in a replay', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id, format, signingSecret } = await fixture.webhook(receiver.url, faked)
    expect(format).toBe('other')
    const shown = message(fixture.workspace, 'shown')
    await service.bus.publish(fixture.event(), message(fixture.workspace, 'hidden'), shown)
    const first = await until(() => receiver.requests[0])
    expect(entriesOf([first])).toEqual([{ id: shown.id, text: 'shown', field: 'messages' }])
    const hmac = createHmac('sha256', signingSecret).update(first.body).digest('hex')
    expect(first.headers).toMatchObject({
      'content-type': 'application/graph+json',
      'x-hub-signature-256': `sha256=${hmac}`,
    })
    expect(first.headers).not.toHaveProperty('webhook-signature')
    await until(async () => (await fixture.deliveries(id)).every(({ status }) => status === 'succeeded'))
    const from = new Date(Date.now() - 3_600_000).toISOString()
    await fixture.api().replays.create.mutate({ id, from }, fixture.as())
    const again = await until(() => receiver.requests[1])
    expect([again.body, again.headers['x-hub-signature-256']]).toEqual([first.body, `sha256=${hmac}`])
    expect(await fixture.deliveries(id)).toHaveLength(1)
  })

  it('names the events of its webhooks, and of their samples', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const create = (input: object) => fixture.webhook(receiver.url, input)
    await expect(create({ ...faked, format: 'dialect' })).rejects.toThrow('format: must be posthorn or other or graph')
    await expect(create({ ...faked, events: ['message:in'] })).rejects.toThrow('is not a field of the other')
    await expect(create({ events: ['messages'] })).rejects.toThrow('is not an event; GET /v1/events/kinds lists them')
    const { id } = await create({ ...faked, events: ['later'] })
    await expect(create(faked)).rejects.toThrow('already exists')
    const { update, test } = fixture.api().webhooks
    await expect(update.mutate({ id, events: ['message:in'] }, fixture.as())).rejects.toThrow('is not a field')
    await expect(update.mutate({ id, format: 'posthorn' }, fixture.as())).rejects.toThrow('format: must be other')
    expect(await update.mutate({ id, events: ['messages'] }, fixture.as())).toMatchObject(faked)
    await test.mutate({ id, event: 'messages' }, fixture.as())
    expect(entriesOf(receiver.requests)).toMatchObject([{ field: 'messages' }])
    await expect(test.mutate({ id, event: 'message:*' }, fixture.as())).rejects.toThrow(
      'event: is not a field of the other',
    )
  })

  it.each([
    ['that fails to render', 'broken', async () => {}],
    [
      'that this version no longer has',
      'shown',
      (id: string) => service.rows(`update webhook set format = 'gone' where id = $1`, [id]),
    ],
  ])('%s ends each attempt with its reason, and harms no other webhook', async (_, text, prepare) => {
    await using receiver = await startReceiver({ respond: () => ({ status: 500 }) })
    await using other = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver.url, faked)
    await fixture.webhook(other)
    const event = message(fixture.workspace, text)
    if (text === 'shown') {
      await service.bus.publish(event)
      await until(() => receiver.requests[0])
    }
    await prepare(id)
    await service.bus.publish(...(text === 'shown' ? [message(fixture.workspace, 'next')] : [event]))
    const failed = await until(async () => {
      const [delivery] = await fixture.deliveries(id)
      return delivery?.lastError ? delivery : null
    })
    expect(failed.lastError).toMatch(/^invalid: /)
    await until(() => other.requests.length === (text === 'shown' ? 2 : 1))
  })
})
