import { idFloor } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { startWebhooks } from '../webhooks.fixture.ts'

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
