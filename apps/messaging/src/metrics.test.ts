import { expect, it } from 'vitest'
import { useMessaging } from './messaging.fixture.ts'

const { fixture, connected } = useMessaging()

it('a scrape has the queue by status and priority, and the disk of the spool', async () => {
  const caller = fixture.service.as(connected.workspace)
  const { queues, messages } = fixture.service.clients.messaging
  await queues.pause.mutate({ id: connected.number }, caller)
  await messages.send.mutate({ phone: '+15550142000', message: 'x', priority: 'low' }, caller)
  const text = await (await fetch(new URL('/metrics', fixture.service.service.url))).text()
  for (const series of [
    'send_queue\\{status="waiting",priority="low",service="messaging"\\}',
    'send_ready_oldest_seconds\\{service="messaging"\\}',
    'send_waiting_oldest_seconds\\{reason="number_paused",service="messaging"\\}',
    'unknown_outcome_open\\{service="messaging"\\}',
    'disk_used_ratio\\{folder="spool",service="messaging"\\}',
  ])
    expect(text).toMatch(new RegExp(`^${series} [0-9.e+-]+$`, 'm'))
})
