import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { failing, natsUrl, startProxy, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

const busName = `t_${randomBytes(6).toString('hex')}`
const shared = {
  MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  ALLOW_PRIVATE_ADDRESSES: 'true',
  RETRY_SCALE: '0.001',
  DELIVERY_TIMEOUT_MS: '5000',
}

/** This service only responds to calls. Loops run in separate processes, which can be killed. */
let service: TestService
let worker: ChildProcess
beforeAll(async () => {
  service = await startWebhooks({ ...shared, ROLE: 'api' }, { busName })
  worker = await startWorker()
})
afterAll(async () => {
  worker.kill('SIGKILL')
  await service[Symbol.asyncDispose]()
})

async function startWorker(): Promise<ChildProcess> {
  const env = {
    ...shared,
    ROLE: 'worker',
    DATABASE_URL: service.database.url,
    NATS_URL: natsUrl(),
    BUS_NAME: busName,
    SERVICE_CREDENTIALS: `test:${'x'.repeat(32)}`,
    LOG_LEVEL: 'silent',
    SAFETY_CHECKS: 'skip',
  }
  const child = fork(new URL('../main.ts', import.meta.url), { execArgv: ['--conditions=source'], env })
  await once(child, 'message')
  return child
}

const unlease = () => service.rows('update delivery_job set run_at = now() where lease_token is not null')

describe('a worker in a process of its own', () => {
  it('killed at any moment loses nothing: every event arrives, numbered without a gap', async () => {
    await using receiver = await startReceiver({ respond: failing({ rate: 0.3, seed: 11, timesMax: 4 }) })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const events: string[] = []
    for (let round = 1; round <= 3; round++) {
      const publishing = fixture.publish(60).then((all) => events.push(...all.map((event) => event.id)))
      await until(() => receiver.requests.length > (round - 1) * 60 + 15)
      worker.kill('SIGKILL')
      await Promise.all([publishing, once(worker, 'exit')])
      // Expires the dead process's leases now instead of later.
      await unlease()
      worker = await startWorker()
    }
    const statuses = async () => (await fixture.deliveries(id)).map(({ status }) => status)
    await until(async () => (await statuses()).filter((status) => status === 'succeeded').length === 180, {
      timeoutMs: 150_000,
    })
    expect(new Set(listEventIds(receiver))).toEqual(new Set(events))
    expect(receiver.requests.every((request) => request.verified)).toBe(true)
    const log = await fixture.api().events.list.query({ size: 200 }, fixture.as())
    expect(log.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 180 }, (_, i) => i + 1))
    expect(await service.rows('select 1 from delivery_job')).toEqual([])
    // After 30 s, the bus redelivers messages that a dead process didn't acknowledge.
  })

  it('is woken by calls to another process, and wakes long polls there', async () => {
    await using receiver = await startReceiver({ respond: { status: 500, headers: { 'Retry-After': '600' } } })
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    const polling = fixture.api().events.list.query({ wait: 20 }, fixture.as())
    await service.rows('select pg_sleep(0.05)')
    const publishedAt = performance.now()
    const [event] = await fixture.publish()
    expect((await polling).map((entry) => entry.id)).toEqual([event?.id])
    // It was woken instead of waiting for the full 20 s.
    expect(performance.now() - publishedAt).toBeLessThan(19_000)
    const waiting = await until(async () => (await fixture.deliveries(id)).find(({ attempts }) => attempts === 1))
    receiver.respondWith({})
    await fixture.api().deliveries.retry.mutate({ id: waiting.id }, fixture.as())
    await until(async () => (await fixture.deliveries(id))[0]?.status === 'succeeded')
  })
})

describe('an outage of Postgres', () => {
  it('during an attempt: the result is recorded when it is back, and nothing is sent twice', async () => {
    await using direct = await startWebhooks({ ROLE: 'api' })
    await using proxy = await startProxy(direct.database.url)
    await using proxied = await startWebhooks(
      {},
      { database: { ...direct.database, url: proxy.url }, busName: `${busName}_pg` },
    )
    await using receiver = await startReceiver({ respond: { delayMs: 300 } })
    const fixture = createFixture(proxied)
    const { id } = await fixture.webhook(receiver)
    await fixture.publish(5)
    await until(() => receiver.requests.length === 5)
    await proxy.refuse()
    await until(() => receiver.requests.every((request) => request.status === 200))
    await proxy.resume()
    const all = () => direct.rows<{ status: string }>('select status from delivery where webhook_id = $1', [id])
    await until(async () => (await all()).every(({ status }) => status === 'succeeded'))
    expect(receiver.requests).toHaveLength(5)
  })
})
