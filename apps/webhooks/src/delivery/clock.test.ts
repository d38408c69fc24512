import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks()
})
afterAll(() => service[Symbol.asyncDispose]())

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
    service.bus.nudge('webhooks', 'clock')
    await until(() => receiver.requests.length === 1)
    expect(receiver.requests).toHaveLength(1)
  })

  it('ends the lease of a process that died as soon as before', async () => {
    const answer = Promise.withResolvers<object>()
    await using receiver = await startReceiver({ respond: () => answer.promise })
    const fixture = createFixture(service)
    await fixture.webhook(receiver)
    await fixture.publish(1)
    await until(() => receiver.requests.length === 1)
    await service.rows(`update delivery_job set run_at = ${later} where workspace_id = $1`, [fixture.workspace])
    service.bus.nudge('webhooks', 'clock')
    const soon = `select 1 from delivery_job where workspace_id = $1 and number = 0 and run_at <= now() + interval '30 seconds'`
    await until(async () => (await service.rows(soon, [fixture.workspace]))[0])
    answer.resolve({})
  })
})
