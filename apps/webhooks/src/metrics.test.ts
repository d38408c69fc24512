import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, startWebhooks } from './webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

const scrape = async () => (await fetch(new URL('/metrics', service.service.url))).text()

it('a scrape has the attempts by outcome, the deliveries by status, and what every service measures', async () => {
  await using receiver = await startReceiver()
  const fixture = createFixture(service)
  await fixture.webhook(receiver)
  await service.bus.publish(fixture.event())
  await until(() => receiver.requests[0])
  const text = await until(async () => {
    const scraped = await scrape()
    return /webhook_attempt_seconds_count\{[^}]*outcome="succeeded"[^}]*\} 1/.test(scraped) && scraped
  })
  for (const series of [
    'webhook_queue\\{status="due",service="webhooks"\\}',
    'webhook_due_oldest_seconds\\{service="webhooks"\\}',
    'breaker_open\\{service="webhooks"\\}',
    'endpoint_disabled_total\\{service="webhooks"\\}',
    'lease_lost_total\\{service="webhooks"\\}',
    'pool_wait_seconds_bucket\\{le="\\+Inf",service="webhooks"\\}',
    'pool_connections\\{state="idle",service="webhooks"\\}',
    'eventloop_delay_seconds\\{quantile="0.99",service="webhooks"\\}',
    'disk_used_ratio\\{folder="spool",service="webhooks"\\}',
    'outbox_backlog\\{service="webhooks"\\}',
    'pg_oldest_xmin_seconds\\{service="webhooks"\\}',
    'clock_skew_seconds\\{service="webhooks"\\}',
    'bus_connected\\{service="webhooks"\\}',
    'bus_fill_ratio\\{service="webhooks"\\}',
    'bus_pending\\{service="webhooks"\\}',
    'quarantine_seconds\\{service="webhooks"\\}',
  ])
    expect(text).toMatch(new RegExp(`^${series} [0-9.e+-]+$`, 'm'))
})
