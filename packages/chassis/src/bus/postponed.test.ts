import { exampleContact, newId } from '@posthorn/contracts'
import { postgresUrl, startProxy, unpublishedSql, until } from '@posthorn/test-servers'
import { describe, expect, it } from 'vitest'
import { sql, type Tx } from '../index.ts'
import { type Probe, startProbe } from '../testing/probe.fixture.ts'

const emit = (tx: Tx, workspace: string) => {
  const id = newId('con')
  return tx.emit({ kind: 'contact:created', workspace, data: { ...exampleContact, id }, aggregate: { id, version: 1 } })
}

/** Delays COMMIT by half a second in transactions that insert into `slow`. Other ways to end a transaction are unaffected. */
const slowCommits = `create table slow (n integer);
  create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
  create constraint trigger slow after insert on slow deferrable initially deferred for each row execute function sleep();
  grant all on slow to public`

const commits = ({ fixture }: Probe) =>
  fixture.rows(`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`)

/** Serializes announcements for one aggregate: a transaction waits for the previous one to end. */
const inTurn = (tx: Tx) => sql(tx.em, 'select pg_advisory_xact_lock(42)')

async function startSlow(port: number): Promise<Probe> {
  const probe = await startProbe({ databasePort: port })
  await probe.fixture.rows(slowCommits)
  await probe.announce(1)
  await until(async () => (await probe.effects()).length === 1)
  return probe
}

describe('a COMMIT whose answer is lost', () => {
  it('has its events published before those of later transactions of the same aggregate', async () => {
    await using proxy = await startProxy(postgresUrl())
    await using probe = await startSlow(proxy.port)
    const workspace = newId('ws')
    const announced: string[] = []
    const lost = probe.announcing(workspace, async (tx) => {
      await inTurn(tx)
      await sql(tx.em, 'insert into slow values (1)')
      announced.push(emit(tx, workspace))
    })
    lost.catch(() => {})
    await until(async () => (await commits(probe)).length === 1)
    proxy.cut()
    await expect(lost).rejects.toThrow(/terminated|ECONNRESET/)
    // The pool's other connections were also cut, and fail before they announce anything.
    const announceNext = () =>
      until(() =>
        probe
          .announcing(workspace, async (tx) => {
            await inTurn(tx)
            return emit(tx, workspace)
          })
          .catch(() => undefined),
      )
    announced.push(await announceNext(), await announceNext())
    await until(async () => (await probe.effects()).length === 4)
    expect((await probe.effects()).slice(1)).toEqual(announced)
    await until(async () => (await probe.fixture.rows(unpublishedSql())).length === 0)
  })

  it('holds up no others when nothing was committed', async () => {
    await using proxy = await startProxy(postgresUrl())
    await using probe = await startSlow(proxy.port)
    const workspace = newId('ws')
    const lost = probe.announcing(workspace, async (tx) => {
      await sql(tx.em, 'insert into slow values (1)')
      emit(tx, workspace)
    })
    lost.catch(() => {})
    await until(async () => (await commits(probe)).length === 1)
    await probe.fixture.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    )
    await expect(lost).rejects.toThrow()
    const ids = await until(() => probe.announce(3).catch(() => undefined))
    await until(async () => (await probe.effects()).length === 4)
    expect((await probe.effects()).slice(1)).toEqual(ids)
    await until(async () => (await probe.fixture.rows(unpublishedSql())).length === 0)
  })
})
