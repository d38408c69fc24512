import { type Proxy, postgresUrl, startProxy, until } from '@posthorn/test-servers'
import { expect, it, vi } from 'vitest'
import { toFault } from '../../faults.ts'
import { createLog, openDatabase, sql } from '../../index.ts'
import { startProbe } from '../../testing/probe.fixture.ts'
import { type HistoryWatch, historyWatch } from '../history.ts'

const roles = { request: 'postgres', sweep: 'postgres', owner: 'postgres' }

/** Opens a database behind a proxy. A connection counts as lost if Postgres doesn't respond within `silenceMs`. */
async function open(silenceMs: number, watch?: (proxy: Proxy) => HistoryWatch) {
  const proxy = await startProxy(postgresUrl())
  const options = { schema: 'none', roles, entities: [], migrations: [], partitions: [] }
  const history = watch ? { history: watch(proxy) } : {}
  const database = { ...history, url: proxy.url, poolSize: 2, silenceMs, log: createLog('test', 'silent') }
  const db = openDatabase({ ...options, ...database })
  return {
    proxy,
    db,
    one: () => db.transaction((em) => sql<{ one: number }>(em, 'select 1 as one')),
    async [Symbol.asyncDispose]() {
      await proxy.stop()
      await db.close()
    },
  }
}

it('a connection that goes silent while work waits on it is replaced, and the work ends with an error that says to repeat it', async () => {
  await using silent = await open(2_000)
  await silent.one()
  silent.proxy.silence()
  const refusal = await silent.one().catch(toFault)
  expect(refusal).toMatchObject({ code: 'service:unavailable' })
  expect(await silent.one()).toEqual([{ one: 1 }])
})

it('all connections of a pool that went silent make place for new ones, also inside transactions', async () => {
  await using silent = await open(2_000)
  const work = () =>
    silent.db.transaction(async (em) => {
      await sql(em, 'select 1')
      await until(() => silent.proxy.connections() === 0)
      return sql(em, 'select 2')
    })
  const both = Promise.allSettled([work(), work()])
  await until(() => silent.proxy.connections() === 2)
  await until(() => silent.db.connections().busy === 2)
  silent.proxy.silence()
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await silent.one()).toEqual([{ one: 1 }])
  expect(silent.db.connections().busy).toBe(0)
})

it('a new connection that goes silent before its first use is given up, and the next serves', async () => {
  const { changes, check } = historyWatch({ enforce: true })
  let isFirst = true
  const goingSilent = (proxy: Proxy): HistoryWatch => ({
    changes,
    check: (client) => {
      if (isFirst) proxy.silence()
      isFirst = false
      return check(client)
    },
  })
  await using silent = await open(60_000, goingSilent)
  expect(await silent.one().catch(toFault)).toMatchObject({ code: 'service:unavailable' })
  expect(await silent.one()).toEqual([{ one: 1 }])
  expect(silent.db.connections().busy).toBe(0)
})

it('a statement that takes long, and a connection that no one uses, are left alone', async () => {
  await using quiet = await open(4_000)
  await quiet.one()
  const [row] = await quiet.db.transaction((em) => sql<{ slept: string }>(em, `select pg_sleep(2.5)::text as slept`))
  expect(row).toEqual({ slept: '' })
  expect(quiet.proxy.connections()).toBe(1)
})

it('a service is live but not ready while Postgres is connected and silent', async () => {
  await using direct = await startProbe()
  await using proxy = await startProxy(direct.fixture.database.url)
  await using probe = await startProbe({ database: { ...direct.fixture.database, url: proxy.url } })
  const readiness = async () => {
    const answer = await fetch(`${probe.fixture.service.url}/readyz`, { signal: AbortSignal.timeout(15_000) })
    return { ...((await answer.json()) as { reasons: string[] }), status: answer.status }
  }
  await until(async () => (await readiness()).status === 200)
  proxy.hang()
  expect(await readiness()).toMatchObject({ status: 503, reasons: ['Postgres cannot be reached'] })
  expect((await fetch(`${probe.fixture.service.url}/livez`)).status).toBe(200)
  await proxy.resume()
  await until(async () => (await readiness()).status === 200)
})

it.each([
  [true, ['rejected', 'rejected']],
  [false, ['rejected', 'fulfilled']],
])('connections requested before a restore was found are refused (enforced: %s)', async (enforce, outcomes) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { changes, check } = historyWatch({ enforce })
    const connectionTo = (history: string) => ({ query: async () => ({ rows: [{ history }] }) })
    await check(connectionTo('before'))
    const both = await Promise.allSettled([check(connectionTo('after')), check(connectionTo('after'))])
    expect(both.map(({ status }) => status)).toEqual(outcomes)
    expect(changes()).toBe(1)
    vi.advanceTimersByTime(3_000)
    await check(connectionTo('after'))
  } finally {
    vi.useRealTimers()
  }
})
