import { shardCount, shardOf } from '@posthorn/chassis'
import { addProcess, type Receiver, startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shardLock } from '../delivery/leasing.sql.ts'
import { createFixture, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks({ DELIVERY_TIMEOUT_MS: '20000' })
})
afterAll(() => service[Symbol.asyncDispose]())

const die = () => service.rows(`delete from worker_process where id = 'other'`)
const countOwned = async () => {
  const text = await (await fetch(`${service.service.url}/metrics`)).text()
  return Number(/^shards_owned\S* (\d+)$/m.exec(text)?.[1])
}

async function webhookIn(
  fixture: ReturnType<typeof createFixture>,
  receiver: Receiver,
  isWanted: (shard: number) => boolean,
) {
  return until(async () => {
    const { id } = await fixture.webhook(receiver)
    const [row] = await service.rows<{ shard: number }>(
      `select ${shardOf('id')} as shard from endpoint where webhook_id = $1`,
      [id],
    )
    if (row && isWanted(row.shard)) return { id, shard: row.shard }
    await fixture.api().webhooks.remove.mutate({ id }, fixture.as())
    return null
  })
}

describe('two processes', () => {
  it('deliver to endpoints of their own shards, and who is left delivers to all', async () => {
    await using mine = await startReceiver()
    await using others = await startReceiver()
    await addProcess(service)
    await until(async () => (await countOwned()) === shardCount / 2)
    const fixture = createFixture(service)
    // The newer process owns the highest shards, which the older one gave up.
    await webhookIn(fixture, mine, (shard) => shard < shardCount / 2)
    await webhookIn(fixture, others, (shard) => shard >= shardCount / 2)
    const events = await fixture.publish(20)
    const ids = events.map(({ id }) => id).toSorted()
    await until(() => mine.requests.length === 20)
    const waiting = `select 1 from delivery_job where workspace_id = $1 and lease_token is null and run_at <= now()`
    await until(async () => (await service.rows(waiting, [fixture.workspace])).length === 20)
    expect(others.requests).toEqual([])
    await die()
    await until(() => others.requests.length === 20)
    for (const receiver of [mine, others]) expect(listEventIds(receiver).toSorted()).toEqual(ids)
  })

  it('never wait for each other while they lease of different shards', async () => {
    await using free = await startReceiver()
    await using locked = await startReceiver()
    const fixture = createFixture(service)
    await until(async () => (await countOwned()) === shardCount)
    const { shard } = await webhookIn(fixture, locked, (each) => each < shardCount / 2)
    // While the claim waits, it holds the shards below the locked one.
    await webhookIn(fixture, free, (each) => each >= shardCount / 2)
    await service.rows(`select pg_advisory_lock(${shardLock(String(shard))})`)
    try {
      await fixture.publish(1)
      await until(() => free.requests.length === 1)
      expect(locked.requests).toEqual([])
    } finally {
      await service.rows(`select pg_advisory_unlock(${shardLock(String(shard))})`)
    }
    await until(() => locked.requests.length === 1)
  })
})
