import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, createGate, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

it('a workspace has at most five hundred webhooks, whatever others have', async () => {
  const [fixture, other] = [createFixture(service), createFixture(service)]
  const { id } = await fixture.webhook('http://127.0.0.1:9/')
  await service.rows(
    `insert into webhook select (jsonb_populate_record(w, jsonb_build_object('id', 'whk_' || n))).*
     from webhook w, generate_series(1, 499) n where w.id = $1 returning 1`,
    [id],
  )
  await expect(fixture.webhook('http://127.0.0.1:9/more')).rejects.toThrow('at most 500 webhooks')
  await other.webhook('http://127.0.0.1:9/')
  await fixture.api().webhooks.remove.mutate({ id }, fixture.as())
  await fixture.webhook('http://127.0.0.1:9/more')
})

it('a webhook that is created paused gets nothing until it is resumed, and then what it missed', async () => {
  await using receiver = await startReceiver()
  const fixture = createFixture(service)
  const { id, status } = await fixture.webhook(receiver, { status: 'paused' })
  expect(status).toBe('paused')
  await fixture.publish()
  await until(async () => (await fixture.deliveries(id))[0]?.status === 'parked')
  expect(receiver.requests).toEqual([])
  await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
  await until(() => receiver.requests.length === 1)
})

it('the receivers of a webhook are verified at the same time, so that slow ones do not outlast the call', async () => {
  const both = createGate()
  const asked: string[] = []
  await using receiver = await startReceiver({
    respond: async ({ path }) => {
      asked.push(path)
      if (asked.length === 2) both.open()
      await both.opened
      return { body: new URL(path, 'http://receiver').searchParams.get('hub.challenge') ?? '' }
    },
  })
  const { api, as } = createFixture(service)
  const urls = ['a', 'b'].map((path) => `${receiver.url}/${path}`)
  const input = { urls, format: 'graph', events: ['messages'], verifyToken: 'x8Kq2mZ7' }
  expect((await api().webhooks.create.mutate(input, as())).urls).toEqual(urls)
})
