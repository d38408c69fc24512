import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cloneDatabase, natsUrl, postgresUrl, startProxy, type TestDatabase, until } from '@posthorn/test-servers'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineService, implement, startService } from './index.ts'

const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [],
  deps: async () => ({}),
  router: implement({}, {}),
  subscribers: [],
  workers: [],
})

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase('empty', async () => {})
})
afterEach(() => database.drop())

const environment = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  NATS_URL: natsUrl(),
  BUS_NAME: `t_${randomBytes(6).toString('hex')}`,
  MASTER_KEYS: `1:${randomBytes(32).toString('base64')}`,
  SERVICE_CREDENTIALS: `gateway:${randomBytes(32).toString('hex')}`,
  SAFETY_CHECKS: 'skip',
  LOG_LEVEL: 'silent',
  ...more,
})

async function connected(): Promise<number> {
  const client = new Client({ connectionString: postgresUrl() })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [database.name])
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

it.each(['refuse', 'hang'] as const)(
  'a Postgres that is away (%s) is waited for, and named meanwhile',
  async (fault) => {
    await using proxy = await startProxy(database.url)
    await proxy[fault]()
    const waits = Promise.withResolvers<string>()
    const starting = startService(service, environment({ DATABASE_URL: proxy.url }), { onWait: waits.resolve })
    if (fault === 'refuse') expect(await waits.promise).toMatch(/^waits for Postgres: .*ECONNREFUSED/)
    else await until(() => proxy.connections() > 0)
    await proxy.resume()
    const started = await starting
    expect((await fetch(new URL('/readyz', started.url))).status).toBe(200)
    await started.stop()
  },
)

it('a Postgres that drops the connections of a start is asked again, from the beginning', async () => {
  await using proxy = await startProxy(database.url)
  let cuts = 0
  // Each cut interrupts a different startup step.
  const cutting = setInterval(() => {
    if (proxy.connections() === 0 || cuts === 4) return
    cuts += 1
    proxy.cut()
  }, 15)
  const started = await startService(service, environment({ DATABASE_URL: proxy.url }))
  clearInterval(cutting)
  expect(cuts).toBeGreaterThan(0)
  await started.stop()
})

it('a start that is given up says why', async () => {
  await using proxy = await startProxy(database.url)
  await proxy.refuse()
  const starting = startService(service, environment({ DATABASE_URL: proxy.url, START_WAIT_SECONDS: '0' }))
  await expect(starting).rejects.toThrow('Postgres cannot be used: connect ECONNREFUSED')
})

it('a failed start leaves no connection and no loop behind', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as AddressInfo
  await expect(startService(service, environment({ RPC_PORT: String(port) }))).rejects.toThrow('EADDRINUSE')
  await until(async () => (await connected()) === 0)
  taken.close()
})
