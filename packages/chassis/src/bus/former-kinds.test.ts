import { formerKinds, newId } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import { expect, it } from 'vitest'
import { defineService, implement, migration, on, sql } from '../index.ts'
import { busEvent, startTestService } from '../testing/service.fixture.ts'

const former = Object.entries(formerKinds)

/** A service that consumes every kind that was once called otherwise, and stores what it applied. */
const consumer = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [migration('former_001', ['create table effect (event_id text not null, kind text not null)'])],
  deps: async () => ({}),
  router: implement({}, {}),
  subscribers: [
    on([...new Set(Object.values(formerKinds))], async ({ tx, events }) => {
      for (const { id, event } of events)
        await sql(tx.em, 'insert into effect (event_id, kind) values ($1, $2)', [id, event])
    }),
  ],
  workers: [],
})

it.each(former)('an event in the stream under %s is applied once, as %s', async (name, kind) => {
  await using service = await startTestService({ ...consumer, template: 'former_kinds' })
  const event = busEvent({ event: name as never, workspace: newId('ws'), data: {} as never })
  await service.bus.publish(event, event)
  const effects = () => service.rows('select event_id, kind from effect')
  await until(async () => (await effects()).length > 0)
  const marker = busEvent({ event: kind, workspace: newId('ws'), data: {} as never })
  await service.bus.publish(marker)
  await until(async () => (await effects()).some((row) => row['event_id'] === marker.id))
  expect(await effects()).toEqual([event, marker].map(({ id }) => ({ event_id: id, kind })))
})

it.each(former)('an event in the outbox under %s is published and applied once, as %s', async (name, kind) => {
  await using service = await startTestService({ ...consumer, template: 'former_kinds' })
  const event = busEvent({ event: name as never, workspace: newId('ws'), data: {} as never })
  await service.rows(
    `insert into outbox (id, kind, workspace_id, aggregate_id, aggregate_version, payload) values ($1, $2, $3, 'test', 1, $4)`,
    [event.id, name, event.workspace, JSON.stringify(event)],
  )
  await until(async () => (await service.rows('select 1 from effect')).length > 0, { timeoutMs: 30_000 })
  expect(await service.rows('select event_id, kind from effect')).toEqual([{ event_id: event.id, kind }])
})
