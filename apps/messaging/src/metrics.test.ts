import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { startMessaging, useMessaging } from './messaging.fixture.ts'

const { fixture, connected } = useMessaging()

it('a scrape has the queue by status and priority, and the disk of the spool', async () => {
  const caller = fixture.service.as(connected.workspace)
  const { queues, messages } = fixture.service.clients.messaging
  await queues.pause.mutate({ id: connected.number }, caller)
  await messages.send.mutate({ phone: '+15550142000', message: 'x', priority: 'low' }, caller)
  const text = await scrape(fixture.service.service.url)
  for (const series of [
    'send_queue\\{status="waiting",priority="low",service="messaging"\\}',
    'send_ready_oldest_seconds\\{service="messaging"\\}',
    'send_waiting_oldest_seconds\\{reason="number_paused",service="messaging"\\}',
    'unknown_outcome_open\\{service="messaging"\\}',
    'disk_used_ratio\\{folder="spool",service="messaging"\\}',
  ])
    expect(text).toMatch(new RegExp(`^${series} [0-9.e+-]+$`, 'm'))
})

it('a scrape has the duration of each provider call by outcome, and none for a message refused without a call', async () => {
  await using sending = await startMessaging()
  const { workspace } = await sending.connectNumber()
  const { messages } = sending.service.clients.messaging
  // The provider throttles the message to the second phone number three times before accepting it. The third phone number is blocked.
  const phones = ['+15550142001', '+15550100007', '+15550142002']
  await sending.service.rows(
    'insert into blocked_recipient (workspace_id, recipient, contact_id) values ($1, $2, $3)',
    [workspace, phones[2], newId('con')],
  )
  for (const phone of phones) await messages.send.mutate({ phone, message: 'x' }, sending.service.as(workspace))
  const text = await until(async () => {
    const scraped = await scrape(sending.service.service.url)
    return countOf(scraped, 'send_call_seconds_count', 'sent') === 2 && scraped
  })
  expect(countOf(text, 'send_call_seconds_count', 'throttled')).toBe(3)
  expect(countOf(text, 'send_outcome_total', 'refused')).toBe(1)
  expect(text).not.toMatch(/^send_call_seconds_count\{[^}]*class="refused"/m)
})

const scrape = async (url: string) => (await fetch(new URL('/metrics', url))).text()
const countOf = (text: string, metric: string, outcome: string) =>
  Number(new RegExp(`^${metric}\\{[^}]*class="${outcome}"[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
