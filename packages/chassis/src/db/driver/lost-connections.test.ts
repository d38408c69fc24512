import { postgresUrl, startProxy } from '@posthorn/test-servers'
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
