import { exampleContact, newId } from '@posthorn/contracts'
import { natsUrl, startProxy, unpublishedSql, until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import { sql, withTenantScope } from '../index.ts'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'
import { markBatches } from './outbox.sql.ts'

const idsOf = async ({ fixture }: Probe, text: string) => (await fixture.rows<{ id: string }>(text)).map(({ id }) => id)

async function announceOne(probe: Probe): Promise<string> {
  const before = (await probe.effects()).length
  const [id = ''] = await probe.announce(1)
  await until(async () => (await probe.effects()).length === before + 1)
  return id
}

describe('events that wait and events that are published', () => {
  it('change no row of the outbox, and nothing is kept of them once they are confirmed', async () => {
    await using probe = await startProbe({ env: { BUS_CONSUMERS: 'contacts' } })
    const ids = [await announceOne(probe), ...(await probe.announce(20))]
    const versions = 'select id from outbox where xmax <> 0'
    await until(async () => (await probe.effects()).length === ids.length)
    await until(async () => (await idsOf(probe, `select id from ${unpublishedSql()} as u`)).length === 0)
    await until(async () => (await idsOf(probe, 'select id from outbox_batch')).length === 0, { timeoutMs: 40_000 })
    expect(await idsOf(probe, versions)).toEqual([])
  })

  it('of several transactions at once have their effect once each when their process ended before the bus was back', async () => {
    await using proxy = await startProxy(natsUrl())
    await using probe = await startProbe({ env: { NATS_URL: proxy.url } })
    await announceOne(probe)
    await proxy.refuse()
    proxy.cut()
    const workspace = newId('ws')
    const batches = await Promise.all(
      [1, 70, 3, 130].map((count) =>
        probe.announcing(workspace, async (tx) =>
          Array.from({ length: count }, () => {
            const id = newId('con')
            const aggregate = { id, version: 1 }
            return tx.emit({ kind: 'contact:created', workspace, data: { ...exampleContact, id }, aggregate })
          }),
        ),
      ),
    )
    await probe.fixture.restart()
    await proxy.resume()
    await until(async () => (await probe.effects()).length === 205, { timeoutMs: 20_000 })
    expect([...(await probe.effects())].slice(1).toSorted()).toEqual(batches.flat().toSorted())
  })

  it('are marked without waiting for those that another process is publishing, which stay for it', async () => {
    await using probe = await startProbe({ env: { NATS_URL: 'nats://127.0.0.1:1' } })
    const { rows } = probe.fixture
    await rows(`insert into relay_position (js_epoch, js_seq) values ('now', 0)
      on conflict (only_row) do update set js_epoch = 'now', js_seq = 0, confirmed_seq = 0`)
    const [own = '', ofAnother = ''] = [...(await probe.announce(1)), ...(await probe.announce(1))]
    const { db } = probe.runtime()
    const marked = await withTenantScope('all', () =>
      db.transaction(async (em) => {
        await sql(em, 'select from outbox_batch where id = $1 for update', [ofAnother])
        const batches = [own, ofAnother].map((id, i) => ({ id, attempt: 0, events: [{ id, seq: i + 1 }] }))
        return markBatches(db.em(), 'now', batches)
      }),
    )
    expect(marked).toBe(true)
    expect(await idsOf(probe, 'select id from outbox_batch where js_seq is null')).toEqual([ofAnother])
    expect(await idsOf(probe, 'select unnest(ids) as id from outbox_batch where js_seq > 0')).toEqual([own])
  })
})
