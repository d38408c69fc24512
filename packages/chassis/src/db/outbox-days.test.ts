import { idFloor } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import { sql, withTenantScope } from '../index.ts'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'
import { housekeepingRound } from '../work/start-work.ts'

const dayMs = 86_400_000
const confirmedTo50 = `insert into relay_position (js_epoch, js_seq, confirmed_seq) values ('now', 90, 50)
  on conflict (only_row) do update set js_epoch = 'now', js_seq = 90, confirmed_seq = 50`

const startOf = (daysAgo: number) => Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs
const eventOf = (daysAgo: number) => `${idFloor('evt', startOf(daysAgo))}00`

const insert = (daysAgo: number) =>
  `insert into outbox (id, kind, payload) values ('${eventOf(daysAgo)}', 'contact:created', '{}')`

/**
 * Statements that add a batch with this event, so that it counts as unpublished (`waits`) or as published but unconfirmed
 * (`isUnconfirmed`).
 */
const waits = (id: string) =>
  `insert into outbox_batch (id, ids, created_at) values ('${id}', array['${id}'], now() + interval '1 hour')`
const isUnconfirmed = (id: string) =>
  `insert into outbox_batch (id, ids, js_epoch, js_seq, seqs) values ('${id}', array['${id}'], 'now', 51, array[51])`

async function addDay({ runtime }: Probe, daysAgo: number): Promise<string> {
  const fromMs = startOf(daysAgo)
  const day = `outbox_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '_')}`
  const bounds = `from ('${idFloor('evt', fromMs)}') to ('${idFloor('evt', fromMs + dayMs)}')`
  const statements = [`create table ${day} partition of outbox for values ${bounds}`, insert(daysAgo)]
  await withTenantScope('schema', () => sql(runtime().db.em(), statements.join('; ')))
  return day
}

const kept = async ({ fixture }: Probe, days: string[]): Promise<boolean[]> => {
  const tables = await fixture.rows<{ name: string }>('select relname as name from pg_class where relname = any($1)', [
    days,
  ])
  return days.map((day) => tables.some(({ name }) => name === day))
}

const offline = { NATS_URL: 'nats://127.0.0.1:1' }

describe('days of the outbox', () => {
  it('are dropped once they are older than three whole days and all their events are confirmed', async () => {
    await using probe = await startProbe({ env: offline })
    await probe.fixture.rows(confirmedTo50)
    const days: string[] = []
    for (const daysAgo of [3, 4, 5]) days.push(await addDay(probe, daysAgo))
    await probe.runtime().db.renewPartitions()
    expect(await kept(probe, days)).toEqual([true, false, false])
  })

  it.each([
    ['waits', waits],
    ['is not confirmed', isUnconfirmed],
  ])('stay while one of their events %s', async (_, statementFor) => {
    await using probe = await startProbe({ env: offline })
    await probe.fixture.rows(confirmedTo50)
    await probe.fixture.rows(statementFor(eventOf(5)))
    const days = [await addDay(probe, 5), await addDay(probe, 6)]
    await probe.runtime().db.renewPartitions()
    expect(await kept(probe, days)).toEqual([true, false])
  })

  it('are dropped by two processes at the same time without a failure', async () => {
    await using probe = await startProbe({ env: offline })
    await probe.fixture.rows(confirmedTo50)
    const { renewPartitions } = probe.runtime().db
    const days: string[] = []
    for (const daysAgo of [5, 6, 7, 8, 9, 10, 11, 12]) {
      days.push(await addDay(probe, daysAgo))
      await probe.fixture.rows(waits(eventOf(daysAgo)))
    }
    await renewPartitions()
    expect(await kept(probe, days)).toEqual(days.map(() => true))
    await probe.fixture.rows('delete from outbox_batch')
    await Promise.all([renewPartitions(), renewPartitions(), renewPartitions()])
    expect(await kept(probe, days)).toEqual(days.map(() => false))
  })

  it('may be dropped by another process while this one guards their rows', async () => {
    await using probe = await startProbe({ env: offline })
    const { db } = probe.runtime()
    const day = await addDay(probe, 5)
    let renewed = Promise.resolve()
    const waiting = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    await withTenantScope('schema', () =>
      db.transaction(async (em) => {
        await sql(em, `drop table ${day}`)
        const own = await sql<{ pid: number }>(em, 'select pg_backend_pid() as pid')
        renewed = db.renewPartitions()
        await until(async () => (await probe.fixture.rows(waiting, [own[0]?.pid])).length > 0)
      }),
    )
    await renewed
    expect(await kept(probe, [day])).toEqual([false])
  })

  it('that have no partition lose the events that are published and confirmed, and keep the others', async () => {
    await using probe = await startProbe({ env: offline })
    await probe.fixture.rows(confirmedTo50)
    const [, waiting = '', published = ''] = [5, 6, 7].map(eventOf)
    // In one transaction, because the service's own housekeeping may run at any time.
    const statements = [...[5, 6, 7].map(insert), waits(waiting), isUnconfirmed(published)]
    await withTenantScope('schema', () => sql(probe.runtime().db.em(), statements.join('; ')))
    await withTenantScope('all', () => housekeepingRound(probe.runtime()))
    const left = await probe.fixture.rows<{ id: string }>('select id from outbox_default order by id desc')
    expect(left.map(({ id }) => id)).toEqual([waiting, published])
  })
})
