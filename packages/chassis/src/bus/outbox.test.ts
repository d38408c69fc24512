import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleContact, newId } from '@posthorn/contracts'
import { type RunningNats, startNats } from '@posthorn/embedded'
import { copiedId, copyRow, natsUrl, startProxy, unpublishedSql, until, watchPlans } from '@posthorn/test-servers'
import { connect } from 'nats'
import { describe, expect, it } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'

const sorted = (ids: string[]) => [...ids].sort()

describe('outbox', () => {
  it('announces what was committed, in order, and nothing of a transaction that failed', async () => {
    await using probe = await startProbe()
    const workspace = newId('ws')
    await expect(
      probe.announcing(workspace, async (tx) => {
        tx.emit({ kind: 'contact:created', workspace, data: exampleContact, aggregate: { id: 'lost', version: 1 } })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const ids = [...(await probe.announce(150)), ...(await probe.announce(150))]
    await until(async () => (await probe.effects()).length === 300)
    expect(await probe.effects()).toEqual(ids)
  })

  it('puts what one transaction announces into few messages', async () => {
    await using probe = await startProbe()
    await probe.announce(1)
    await until(async () => (await probe.effects()).length === 1)
    await probe.announce(120)
    await until(async () => (await probe.effects()).length === 121)
    const { lastSeq } = await probe.runtime().bus.stream.read()
    expect(lastSeq).toBe(1 + Math.ceil(120 / 50))
  })

  it('misses no event of writers that commit out of order', async () => {
    await using probe = await startProbe()
    const workspace = newId('ws')
    const slow = (pauseMs: number) =>
      probe.announcing(workspace, async (tx) => {
        const id = tx.emit({
          kind: 'contact:created',
          workspace,
          data: exampleContact,
          aggregate: { id: newId('con'), version: 1 },
        })
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        return id
      })
    const ids: string[] = []
    for (let round = 0; round < 10; round++) {
      ids.push(...(await Promise.all([0, 30, 5, 20, 1, 10].map((pauseMs) => slow(pauseMs)))))
    }
    await until(async () => (await probe.effects()).length === ids.length)
    expect(sorted(await probe.effects())).toEqual(sorted(ids))
  })

  it('publishes again what a process gave to the bus and did not mark before it died, without a second effect', async () => {
    await using probe = await startProbe()
    const ids = await probe.announce(3)
    const { rows } = probe.fixture
    const isMarked = async () => (await rows(unpublishedSql())).length === 0
    await until(async () => (await probe.effects()).length === 3 && (await isMarked()))
    await rows('delete from outbox_batch')
    await rows(`insert into outbox_batch (id, ids, created_at) values ($1, $2, now() - interval '5 seconds')`, [
      ids[0],
      ids,
    ])
    await until(isMarked)
    const [marker] = await probe.announce(1)
    await until(async () => (await probe.effects()).includes(marker as string))
    expect(await probe.effects()).toEqual([...ids, marker])
  })

  it('keeps accepting while the bus is away and catches up when it is back', async () => {
    await using proxy = await startProxy(natsUrl())
    await using probe = await startProbe({ env: { NATS_URL: proxy.url } })
    const waiting = () => probe.fixture.rows(unpublishedSql())
    const before = await probe.announce(5)
    await until(async () => (await probe.effects()).length === 5 && (await waiting()).length === 0)
    await proxy.refuse()
    proxy.cut()
    const during = await probe.announce(300)
    expect(await waiting()).toHaveLength(300)
    await proxy.resume()
    await until(async () => (await probe.effects()).length === 305, { timeoutMs: 20_000 })
    expect(sorted(await probe.effects())).toEqual(sorted([...before, ...during]))
  })

  it('announces in order what is committed before and after the stream was looked at', async () => {
    await using proxy = await startProxy(natsUrl())
    await using probe = await startProbe({ env: { NATS_URL: proxy.url } })
    await probe.announce(1)
    await until(async () => (await probe.effects()).length === 1)
    const { stream } = probe.runtime().bus
    const look = stream.read.bind(stream)
    const looking = Promise.withResolvers<void>()
    const mayLook = Promise.withResolvers<void>()
    stream.read = async () => {
      looking.resolve()
      await mayLook.promise
      return look()
    }
    proxy.cut()
    await looking.promise
    const ids = await probe.announce(150)
    stream.read = look
    mayLook.resolve()
    await until(async () => {
      ids.push(...(await probe.announce(1)))
      return (await probe.effects()).includes(ids[0] as string)
    })
    await until(async () => (await probe.effects()).length === ids.length + 1)
    expect((await probe.effects()).slice(1)).toEqual(ids)
  })

  it('marks each event of a batch by its key, without comparing it with the others', async () => {
    await using probe = await startProbe()
    const watch = await watchPlans(probe.fixture)
    const areMarked = async () => (await probe.fixture.rows(unpublishedSql())).length === 0
    const plans = await watch.during(async () => {
      const announceMany = async () => {
        for (let i = 0; i < 10; i++) await probe.announce(2)
      }
      await Promise.all([probe.announce(400), ...Array.from({ length: 10 }, announceMany)])
      await until(areMarked)
      await probe.fixture.rows(
        'with gone as (delete from outbox_batch) insert into outbox_batch (id, ids, attempt) select id, array[id], 1 from outbox',
      )
      await until(areMarked)
    })
    expect(plans.some(({ statement }) => statement.startsWith('with position as'))).toBe(true)
    expect(watch.wasteful(plans)).toEqual([])
  })

  it('publishes again what a wiped broker has lost, and each event has its effect once', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-wipe-'))
    let nats: RunningNats = await startNats({ dataDir: join(dataDir, 'a') })
    await using probe = await startProbe({ env: { NATS_URL: nats.url } })
    const first = await probe.announce(50)
    await until(async () => (await probe.effects()).length === 50)
    const { port } = nats
    await nats.stop()
    nats = await startNats({ dataDir: join(dataDir, 'b'), port })
    const second = await probe.announce(50)
    await until(async () => (await probe.effects()).length === 100, { timeoutMs: 20_000 })
    expect(sorted(await probe.effects())).toEqual(sorted([...first, ...second]))
    await until(async () => (await probe.fixture.rows(unpublishedSql())).length === 0)
    await nats.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('publishes again what the broker has lost from the middle of its stream, found by its sequence among many', async () => {
    await using probe = await startProbe()
    const ids = await probe.announce(2)
    // Events announced before the stream was first checked may share a message.
    await until(async () => (await probe.effects()).length === 2)
    ids.push(...(await probe.announce(2)), ...(await probe.announce(1)))
    await until(async () => (await probe.effects()).length === 5)
    const seq = await until(async () => {
      const marked =
        'select m.seq from outbox_batch b, unnest(b.ids, b.seqs) as m (id, seq) where m.id = $1 and m.seq > 0'
      const [row] = await probe.fixture.rows<{ seq: string }>(marked, [ids[2]])
      return Number(row?.seq)
    })
    const changes = `jsonb_build_object('id', ${copiedId('id')})`
    await copyRow(probe.fixture, { table: 'outbox', where: 'id = $1', params: [ids[2]], count: 5_000, changes })
    await probe.fixture.rows(
      `insert into outbox_batch (id, js_epoch, js_seq, ids, seqs)
       select 'evt_' || n / 100, js_epoch, 1000 + max(n), array_agg(id), array_agg(1000 + n)
       from (select id, row_number() over () as n from outbox where id <> all($1)) o, relay_position group by n / 100, js_epoch`,
      [ids],
    )
    await probe.fixture.rows('analyze outbox')
    await probe.fixture.rows('analyze outbox_batch')
    const watch = await watchPlans(probe.fixture)
    const plans = await watch.during(async () => {
      await deleteMessage(probe.runtime().config.BUS_NAME, seq)
      const again =
        'select 1 from outbox_batch b, unnest(b.ids, b.seqs) as m (id, seq) where m.id = any($1) and attempt > 0 and seq > 3'
      await until(async () => (await probe.fixture.rows(again, [ids.slice(2, 4)])).length === 2, { timeoutMs: 20_000 })
    })
    expect(watch.indexesOf(plans, /e\.seq < \$3 or e\.seq = any/)).toEqual(['outbox_batch_published', 'outbox_pkey'])
    expect(await probe.effects()).toEqual(ids)
  })

  it('publishes again after a restore what the stream has had and the restored outbox does not know to be published, each time', async () => {
    await using probe = await startProbe()
    const { rows } = probe.fixture
    const ids = await probe.announce(3)
    const isMarked = async () => (await rows(unpublishedSql())).length === 0
    // Message ids contain the time of the restore in seconds, so the second restore must not fall in the same second.
    let lastMs = 0
    for (const _restore of ['the first', 'one to an earlier moment, soon after']) {
      await until(async () => (await probe.effects()).length === 3 && (await isMarked()))
      await until(async () => Date.now() >= lastMs + 1_000)
      // The lock keeps the running relay from publishing events that it couldn't see in a restored database.
      const relayLock = `hashtext('relay ' || current_schema())`
      await rows(`select pg_advisory_lock(${relayLock})`)
      await rows('with undone as (delete from effect) delete from received_event')
      await rows('delete from outbox_batch')
      await rows('insert into outbox_batch (id, ids) values ($1, $2)', [ids[0], ids])
      await rows(`update restore_guard set history = 'another'`)
      await probe.fixture.restart()
      lastMs = Date.now()
      await rows(`select pg_advisory_unlock(${relayLock})`)
    }
    await until(async () => (await probe.effects()).length === 3)
    expect(sorted(await probe.effects())).toEqual(sorted(ids))
  })

  it('publishes after a restore what waited or was not confirmed when the backup was made, however long ago that was', async () => {
    await using probe = await startProbe()
    const { rows } = probe.fixture
    const ids = await probe.announce(3)
    await until(async () => (await probe.effects()).length === 3 && (await rows(unpublishedSql())).length === 0)
    await rows('with undone as (delete from effect) delete from received_event')
    await rows('delete from outbox_batch')
    await rows(`update outbox set created_at = now() - interval '4 days'`)
    const relayLock = `hashtext('relay ' || current_schema())`
    await rows(`select pg_advisory_lock(${relayLock})`)
    await rows('insert into outbox_batch (id, ids) values ($1, $2)', [ids[0], ids.slice(0, 2)])
    await rows(
      `insert into outbox_batch (id, ids, js_epoch, js_seq, seqs) select $1, array[$1], js_epoch, js_seq, array[js_seq] from relay_position`,
      [ids[2]],
    )
    await rows(`update restore_guard set history = 'another'`)
    await probe.fixture.restart()
    await rows(`select pg_advisory_unlock(${relayLock})`)
    await until(async () => (await probe.effects()).length === 3)
    expect(sorted(await probe.effects())).toEqual(sorted(ids))
  })
})

async function deleteMessage(busName: string, seq: number): Promise<void> {
  const nc = await connect({ servers: natsUrl() })
  await (await nc.jetstreamManager()).streams.deleteMessage(busName.toUpperCase(), seq)
  await nc.close()
}
