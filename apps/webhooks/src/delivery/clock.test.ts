import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

/** Repeats the round that ends long waits, until it shows: a round skips rows that a claim has locked, and a nudge may get lost. */
const untilEnded = <T>(isSeen: () => T | Promise<T>) =>
  until(() => {
    service.bus.nudge('webhooks', 'clock')
    return isSeen()
  })

describe('the clock of Postgres that goes back two hours, as in a failover to a server with a slow clock', () => {
  const later = `now() + interval '2 hours'`
  it.each([
    ['whose endpoint the breaker closed', `update endpoint set breaker_until = ${later}, breaker_opens = 5`],
    ['that the receiver asked to get later', `update endpoint set held_until = ${later}`],
    ['that was about to be tried first', `update delivery_job set run_at = ${later}`],
    ['that was about to be tried again', `update delivery_job set run_at = ${later}, attempt = 2`],
  ])('delays no delivery %s', async (_, change) => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { id } = await fixture.webhook(receiver)
    await service.rows(`update endpoint set held_until = now() + interval '1 hour' where webhook_id = $1`, [id])
    await fixture.publish(1)
    await until(
      async () => (await service.rows('select 1 from delivery_job where workspace_id = $1', [fixture.workspace]))[0],
    )
    await service.rows(`update endpoint set held_until = null where webhook_id = $1`, [id])
    await service.rows(`${change} where workspace_id = $1`, [fixture.workspace])
    await untilEnded(() => receiver.requests.length === 1)
    expect(receiver.requests).toHaveLength(1)
  })

  it('delays no replay with a speed', async () => {
    await using receiver = await startReceiver()
    const fixture = createFixture(service)
    const { workspace } = fixture
    const [event] = await fixture.publish(1)
    await until(async () => (await service.rows('select 1 from event where workspace_id = $1', [workspace]))[0])
    const { id } = await fixture.webhook(receiver)
    await service.rows(`update endpoint set held_until = now() + interval '1 hour' where webhook_id = $1`, [id])
    const from = new Date(Date.now() - 3_600_000).toISOString()
    await fixture.api().replays.create.mutate({ id, from, speed: 1 }, fixture.as())
    await service.rows(
      `update replay_endpoint set paced_from = now(), paced_at = ${later}, due_at = ${later} + interval '1 minute' where workspace_id = $1`,
      [workspace],
    )
    await service.rows('update endpoint set held_until = null where webhook_id = $1', [id])
    const wait = `select extract(epoch from due_at - now())::float8 as seconds from replay_endpoint where workspace_id = $1 and paced_at <= now()`
    const row = await untilEnded(async () => (await service.rows<{ seconds: number }>(wait, [workspace]))[0])
    expect(row.seconds).toBeLessThanOrEqual(60)
    await service.rows('update replay_endpoint set due_at = now() where workspace_id = $1', [workspace])
    service.bus.nudge('webhooks', 'replay')
    await until(() => receiver.requests.length === 1)
    expect(listEventIds(receiver)).toEqual([event?.id])
  })

  it('ends the lease of a process that died as soon as before', async () => {
    const answer = Promise.withResolvers<object>()
    await using receiver = await startReceiver({ respond: () => answer.promise })
    const fixture = createFixture(service)
    await fixture.webhook(receiver)
    await fixture.publish(1)
    await until(() => receiver.requests.length === 1)
    await service.rows(`update delivery_job set run_at = ${later} where workspace_id = $1`, [fixture.workspace])
    const soon = `select 1 from delivery_job where workspace_id = $1 and number = 0 and run_at <= now() + interval '30 seconds'`
    await untilEnded(async () => (await service.rows(soon, [fixture.workspace]))[0])
    answer.resolve({})
  })
})
