import { until } from '@posthorn/test-servers'
import { expect, it } from 'vitest'
import { withTenantScope } from '../index.ts'
import { startProbe } from '../testing/probe.fixture.ts'
import { confirmRange, type PlacedEvent, readPlaced, readPosition } from './position.sql.ts'

it('a missing event is published again, but one that was erased or published again since is not', async () => {
  // Nothing is confirmed until every expected service has appeared.
  await using probe = await startProbe({ env: { BUS_CONSUMERS: 'contacts,numbers' } })
  const ids = await probe.announce(3)
  const { db } = probe.runtime()
  const placed = () =>
    withTenantScope('all', async () => {
      const position = await readPosition(db.em())
      const range = { epoch: position?.epoch ?? '', after: 0, upTo: position?.seq ?? 0 }
      return { range, events: await readPlaced(db.em(), range, 10) }
    })
  await until(async () => (await placed()).events.length === ids.length)
  const { range, events } = await placed()
  const confirm = (found: number, missing: PlacedEvent[]) =>
    withTenantScope('all', () => db.transaction((em) => confirmRange(em, range, { events: found, missing })))
  expect(events.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())

  expect(await confirm(2, events)).toBeUndefined()
  await probe.fixture.rows('delete from outbox where id = $1', [ids[1]])
  const elsewhere = events.map((event) => (event.id === ids[2] ? { ...event, seq: event.seq + 1 } : event))
  expect(await confirm(3, elsewhere)).toBe(1)
  expect(await confirm(3, events)).toBeUndefined()
  const again = await probe.fixture.rows('select unnest(ids) as id from outbox_batch where attempt > 0')
  expect(again).toEqual([{ id: ids[0] }])
})
