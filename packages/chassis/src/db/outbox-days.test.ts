import { idFloor } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { sql, withTenantScope } from '../index.ts'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'

const dayMs = 86_400_000
const confirmedTo50 = `insert into relay_position (js_epoch, js_seq, confirmed_seq) values ('now', 90, 50)
  on conflict (only_row) do update set js_epoch = 'now', js_seq = 90, confirmed_seq = 50`

/** Adds the day of the outbox that lies so many days back, with one published event; returns its partition and the event. */
async function addDay({ fixture, runtime }: Probe, daysAgo: number): Promise<{ day: string; id: string }> {
  const fromMs = Math.floor(Date.now() / dayMs) * dayMs - daysAgo * dayMs
  const day = `outbox_${new Date(fromMs).toISOString().slice(0, 10).replaceAll('-', '_')}`
  const bounds = `from ('${idFloor('evt', fromMs)}') to ('${idFloor('evt', fromMs + dayMs)}')`
  const make = `create table if not exists ${day} partition of outbox for values ${bounds}`
  await withTenantScope('schema', () => sql(runtime().db.em(), make))
  const id = `${idFloor('evt', fromMs)}00`
  await fixture.rows(
    `insert into outbox (id, kind, aggregate_id, aggregate_version, payload, published_at) values ($1, 'contact:created', 'a', 1, '{}', now())`,
    [id],
  )
  return { day, id }
}

const kept = async ({ fixture }: Probe, days: { day: string }[]): Promise<boolean[]> => {
  const tables = await fixture.rows<{ name: string }>('select relname as name from pg_class where relname = any($1)', [
    days.map(({ day }) => day),
  ])
  return days.map(({ day }) => tables.some(({ name }) => name === day))
}

describe('days of the outbox', () => {
  it('are dropped once they are older than three whole days and all their events are confirmed', async () => {
    await using probe = await startProbe({ env: { NATS_URL: 'nats://127.0.0.1:1' } })
    const { rows } = probe.fixture
    await rows(confirmedTo50)
    const days = await Promise.all([3, 4, 5, 6, 7, 8, 9].map((daysAgo) => addDay(probe, daysAgo)))
    const idOf = (place: number) => days[place]?.id
    await rows('update outbox set published_at = null where id = $1', [idOf(2)])
    await rows(`update outbox set js_epoch = 'now', js_seq = 51 where id = $1`, [idOf(3)])
    await rows(`update outbox set js_epoch = 'now', js_seq = 50 where id = $1`, [idOf(4)])
    const { renewPartitions } = probe.runtime().db
    await renewPartitions()
    expect(await kept(probe, days)).toEqual([true, false, true, true, false, false, false])
  })

  it.each([
    ['waits', `insert into outbox_waiting (id, ids) values ($1, array[$1])`],
    ['is not confirmed', `insert into outbox_published values ($1, 'now', 51, array[$1], array[51])`],
  ])('stay while one of their events %s', async (_, statement) => {
    await using probe = await startProbe({ env: { NATS_URL: 'nats://127.0.0.1:1' } })
    const { rows } = probe.fixture
    await rows(confirmedTo50)
    const days = await Promise.all([5, 6].map((daysAgo) => addDay(probe, daysAgo)))
    await rows(statement, [days[0]?.id])
    await probe.runtime().db.renewPartitions()
    expect(await kept(probe, days)).toEqual([true, false])
  })
})
