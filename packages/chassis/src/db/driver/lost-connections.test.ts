import { postgresUrl, startProxy, until } from '@posthorn/test-servers'
import { expect, it } from 'vitest'
import { createLog, openDatabase, sql } from '../../index.ts'

const roles = { request: 'postgres', sweep: 'postgres', owner: 'postgres' }

it('connections lost inside transactions leave the pool as large as it was, and closing it ends', async () => {
  await using proxy = await startProxy(postgresUrl())
  const options = { schema: 'none', roles, entities: [], migrations: [], partitions: [] }
  const db = openDatabase({ ...options, url: proxy.url, poolSize: 2, log: createLog('test', 'silent') })
  for (let lost = 0; lost < 3; lost++) {
    const work = db.transaction(async (em) => {
      await sql(em, 'select 1')
      proxy.cut()
      await sql(em, 'select 2')
    })
    await expect(work).rejects.toThrow()
  }
  const [row] = await db.transaction((em) => sql<{ one: number }>(em, 'select 1 as one'))
  expect(row).toEqual({ one: 1 })
  await db.close()
})

it('connections lost before their transaction began leave the pool as large as it was, too', async () => {
  await using proxy = await startProxy(postgresUrl())
  const options = { schema: 'none', roles, entities: [], migrations: [], partitions: [] }
  const db = openDatabase({ ...options, url: proxy.url, poolSize: 2, log: createLog('test', 'silent') })
  const one = () => db.transaction((em) => sql<{ one: number }>(em, 'select 1 as one'))
  for (let lost = 0; lost < 3; lost++) {
    await one()
    proxy.cut()
    await expect(one()).rejects.toThrow(/terminated|ECONNRESET|EPIPE/)
  }
  expect(await one()).toEqual([{ one: 1 }])
  await db.close()
})

it('a connection that is ready after its work has stopped waiting goes to the next, and closing the pool ends', async () => {
  const checked = Promise.withResolvers<void>()
  const checks = [Promise.resolve(), checked.promise]
  const history = { changes: () => 0, check: async () => checks.shift() }
  const options = { schema: 'none', roles, entities: [], migrations: [], partitions: [], history }
  const db = openDatabase({ ...options, url: postgresUrl(), poolSize: 1, log: createLog('test', 'silent') })
  const one = () => db.transaction((em) => sql<{ one: number }>(em, 'select 1 as one'))
  let waiting: Promise<unknown> | undefined
  const lost = db.transaction(async (em) => {
    await sql(em, 'select 1')
    waiting = one().catch((err: Error) => err.message)
    await until(() => db.connections().waiting === 1)
    await sql(em, 'select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(lost).rejects.toThrow()
  expect(await waiting).toContain('timeout exceeded')
  checked.resolve()
  expect(await one()).toEqual([{ one: 1 }])
  await db.close()
})
