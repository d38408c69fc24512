import { idFloor } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { sql, withTenantScope } from '../index.ts'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'
import { housekeepingRound } from '../work/start-work.ts'

const dayMs = 86_400_000
const offline = { NATS_URL: 'nats://127.0.0.1:1' }

const startOf = (daysAgo: number) => Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs
const eventOf = (daysAgo: number) => `${idFloor('evt', startOf(daysAgo))}00`
const dayOf = (daysAgo: number) =>
  `received_event_${new Date(startOf(daysAgo)).toISOString().slice(0, 10).replaceAll('-', '_')}`
const change = ({ runtime }: Probe, ...statements: string[]) =>
  withTenantScope('schema', () => sql(runtime().db.em(), statements.join('; ')))

/** Records an event from a past day as received on another past day. */
const receive = (daysAgo: number, receivedDaysAgo: number) =>
  `insert into received_event values ('${eventOf(daysAgo)}', now() - interval '${receivedDaysAgo} days')`

async function partitions({ fixture }: Probe): Promise<string[]> {
  const text = `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'received_event'::regclass`
  return (await fixture.rows<{ name: string }>(text)).map(({ name }) => name)
}

const received = ({ fixture }: Probe, table = 'received_event') =>
  fixture.rows<{ event_id: string }>(`select event_id from ${table} order by event_id`)

describe('days of received events', () => {
  it('are dropped once nothing of them was received for eight days, however old their events are', async () => {
    await using probe = await startProbe({ env: offline })
    const bounds = (daysAgo: number) =>
      `for values from ('${idFloor('evt', startOf(daysAgo))}') to ('${idFloor('evt', startOf(daysAgo - 1))}')`
    const days = [8, 9, 10, 11]
    await change(
      probe,
      ...days.map((day) => `create table ${dayOf(day)} partition of received_event ${bounds(day)}`),
      receive(8, 9),
      receive(9, 7),
      receive(10, 9),
      receive(11, 11),
    )
    await probe.runtime().db.renewPartitions()
    const names = await partitions(probe)
    expect(days.map((day) => names.includes(dayOf(day)))).toEqual([true, true, false, false])
    expect(await received(probe)).toEqual([{ event_id: eventOf(9) }, { event_id: eventOf(8) }])
  })

  it('that have gone keep what comes for them afterwards, for eight days more', async () => {
    await using probe = await startProbe({ env: offline })
    await change(probe, receive(20, 7), receive(21, 9))
    await withTenantScope('all', () => housekeepingRound(probe.runtime()))
    expect(await received(probe, 'received_event_default')).toEqual([{ event_id: eventOf(20) }])
  })

  it('keep the failures of an event for eight days, and an event that was set aside for 90', async () => {
    await using probe = await startProbe({ env: offline })
    const failed = (id: string, days: number) =>
      `insert into failed_event (event_id, failed_at) values ('${id}', now() - interval '${days} days')`
    const dead = (id: string, days: number) =>
      `insert into dead_event (consumer, event_id, kind, payload, error, deliveries, died_at)
       values ('contacts', '${id}', 'contact:created', '{}', 'x', 10, now() - interval '${days} days')`
    await change(probe, failed('kept', 7), failed('gone', 9), dead('kept', 89), dead('gone', 91))
    await withTenantScope('all', () => housekeepingRound(probe.runtime()))
    const ids = (table: string) => probe.fixture.rows(`select event_id from ${table}`)
    for (const table of ['failed_event', 'dead_event']) expect(await ids(table)).toEqual([{ event_id: 'kept' }])
  })

  it('are made, all but one of which events were received before', async () => {
    await using probe = await startProbe({ env: offline })
    await change(probe, `drop table ${dayOf(-1)}, ${dayOf(-2)}`, receive(-1, 0))
    await probe.runtime().db.renewPartitions()
    const names = await partitions(probe)
    expect([dayOf(0), dayOf(-1), dayOf(-2)].map((name) => names.includes(name))).toEqual([true, false, true])
    expect(await received(probe, 'received_event_default')).toEqual([{ event_id: eventOf(-1) }])
  })

  it('are made once by several processes at the same moment', async () => {
    await using probe = await startProbe({ env: offline })
    await change(probe, `drop table ${dayOf(-1)}, ${dayOf(-2)}`)
    await Promise.all(Array.from({ length: 6 }, () => probe.runtime().db.renewPartitions()))
    expect(await partitions(probe)).toEqual(expect.arrayContaining([dayOf(-1), dayOf(-2)]))
  })
})
