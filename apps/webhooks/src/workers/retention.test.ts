import { idFloor } from '@posthorn/contracts'
import { startReceiver, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { createFixture, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

it('places in the log that were stored while their day had no partition are deleted after 31 days, not before', async () => {
  await using service = await startWebhooks()
  const eventOf = (daysAgo: number) => idFloor('evt', Date.now() - daysAgo * 86_400_000)
  const [old, kept] = [eventOf(33), eventOf(30)]
  for (const id of [old, kept])
    await service.rows(
      'insert into chat_event (workspace_id, chat_id, sequence, event_id) values ($1, $2, 1, $3) returning 1',
      [service.workspace(), 'chat', id],
    )
  await service.restart()
  const stored = async () =>
    (await service.rows<{ id: string }>(`select event_id as id from chat_event_default`)).map(({ id }) => id)
  await until(async () => (await stored()).length < 2)
  expect(await stored()).toEqual([kept])
})

it('a delivery expires if its event left the log before it was due, and takes no place of its endpoint', async () => {
  await using service = await startWebhooks()
  await using receiver = await startReceiver()
  const fixture = createFixture(service)
  const { id } = await fixture.webhook(receiver)
  const statuses = async () => (await fixture.deliveries(id)).map(({ status }) => status)
  await fixture.api().webhooks.pause.mutate({ id }, fixture.as())
  await fixture.publish(10)
  await until(async () => (await statuses()).length === 10)
  await service.rows('delete from event where workspace_id = $1', [fixture.workspace])
  await fixture.api().webhooks.resume.mutate({ id }, fixture.as())
  await until(async () => (await statuses()).every((status) => status === 'expired'))
  const [event] = await fixture.publish()
  await until(() => receiver.requests.length > 0)
  expect(listEventIds(receiver)).toEqual([event?.id])
})
