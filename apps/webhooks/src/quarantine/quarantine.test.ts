import { startReceiver, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, listEventIds, startWebhooks } from '../webhooks.fixture.ts'

let service: TestService
beforeAll(async () => {
  service = await startWebhooks({ RETRY_SCALE: '1' })
})
afterAll(() => service[Symbol.asyncDispose]())

const operator = () => service.clients.calling({ workspace: null, scopes: ['operator'] })

/** Simulates a restore. One delivery was due before it; another belongs to a later event. */
async function simulateRestore() {
  let up = false
  const receiver = await startReceiver({ respond: () => ({ status: up ? 200 : 500 }) })
  const fixture = createFixture(service)
  const { id } = await fixture.webhook(receiver)
  const [old] = await fixture.publish()
  await until(async () => ((await fixture.deliveries(id))[0]?.attempts ?? 0) > 0)
  await service.rows(`update restore_guard set history = 'another'`)
  await service.restart()
  await service.rows(`update delivery_job set run_at = now() - interval '1 hour'`)
  up = true
  const [fresh] = await fixture.publish()
  await until(async () => (await fixture.deliveries(id)).length === 2)
  return { receiver, fixture, id, old: old?.id ?? '', fresh: fresh?.id ?? '' }
}

/** Resets the log to a sequence, as a restore to that time would. */
async function restoreTo(workspace: string, sequence: number) {
  await service.rows('delete from event where workspace_id = $1 and sequence > $2', [workspace, sequence])
  await service.rows('update workspace_sequence set last = $2 where workspace_id = $1', [workspace, sequence])
  await service.rows(`update restore_guard set history = $1`, [`restored at ${performance.now()}`])
  await service.restart()
}

describe('a webhooks service whose Postgres was restored', () => {
  it('gives no sequence twice, so that a receiver that continues from its last one misses nothing', async () => {
    const fixture = createFixture(service)
    const workspace = fixture.workspace
    let last = 0
    const seen = new Map<number, string>()
    const catchUp = async () => {
      for (const { id, sequence } of await fixture
        .api()
        .events.list.query({ after: last, order: 'asc' }, fixture.as())) {
        expect(seen.get(sequence) ?? id).toBe(id)
        seen.set(sequence, id)
        last = sequence
      }
    }
    const publish = async () => {
      const [event] = await fixture.publish()
      await until(async () => (await catchUp(), [...seen.values()].includes(event?.id ?? '')))
    }
    for (let i = 0; i < 3; i++) await publish()
    for (const _ of [1, 2]) {
      await restoreTo(workspace, 1)
      await publish()
      await publish()
    }
    expect(seen.size).toBe(7)
    await service.clients.webhooks.quarantine.release.mutate({ due: 'go_on' }, operator())
  })

  it.each([
    ['give_up', 'canceled'],
    ['go_on', 'succeeded'],
  ] as const)('attempts nothing until it is released; %s leaves what was due %s', async (due, status) => {
    const { receiver, fixture, id, old, fresh } = await simulateRestore()
    const before = receiver.requests.length
    const { since, due: counts } = await service.clients.webhooks.quarantine.get.query({}, operator())
    expect([since === null, counts]).toEqual([false, { deliveries: 1 }])
    expect(receiver.requests).toHaveLength(before)
    await service.clients.webhooks.quarantine.release.mutate({ due }, operator())
    const statusOf = async (event: string) =>
      (await fixture.deliveries(id)).find((each) => each.event.id === event)?.status
    await until(async () => (await statusOf(fresh)) === 'succeeded')
    await until(async () => (await statusOf(old)) === status)
    expect(listEventIds(receiver).slice(before)).toHaveLength(due === 'go_on' ? 2 : 1)
    await receiver.stop()
  })

  it('gives up many deliveries in steps, of which a release that failed has done the earlier ones, and two at once do each one time', async () => {
    const { receiver, fixture, id, old } = await simulateRestore()
    const [[delivery], count] = [(await fixture.deliveries(id)).filter(({ event }) => event.id === old), 6_000]
    await service.rows(
      `with copied as (
         insert into delivery (workspace_id, id, webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, status)
         select workspace_id, id || to_char(n, 'FM0000'), webhook_id, endpoint_id, url, event_id, event_kind, event_sequence, status
         from delivery, generate_series(1, $2::int) as n where id = $1 returning *
       )
       insert into delivery_job (workspace_id, delivery_id, endpoint_id, event_id, run_at)
       select workspace_id, id, endpoint_id, event_id, now() - interval '2 hours' + right(id, 4)::int * interval '1 ms' from copied`,
      [delivery?.id, count],
    )
    const refused = `id <> '${delivery?.id}${count}' or status <> 'canceled'`
    await service.rows(`alter table delivery add constraint refused check (${refused})`)
    const { get, release } = service.clients.webhooks.quarantine
    await expect(release.mutate({ due: 'give_up' }, operator())).rejects.toThrow()
    const { since, due } = await get.query({}, operator())
    expect(since).not.toBeNull()
    expect(due['deliveries']).toBeLessThan(count / 2)
    await service.rows('alter table delivery drop constraint refused')
    const both = await Promise.allSettled([1, 2].map(() => release.mutate({ due: 'give_up' }, operator())))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const canceled = `select count(*)::int as count from delivery where event_id = $1 and status = 'canceled'`
    expect(await service.rows(canceled, [old])).toEqual([{ count: count + 1 }])
    await receiver.stop()
  })
})
