import { randomBytes } from 'node:crypto'
import { cloneDatabase, natsUrl, type TestDatabase } from '@posthorn/test-servers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineService, implement, type RunningService, startService } from './index.ts'

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

const role = `login_${randomBytes(4).toString('hex')}`
let database: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  database = await cloneDatabase('empty', async () => {})
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(`create role ${role} login`)
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const urlAs = (user: string) => {
  const url = new URL(database.url)
  url.username = user
  return url.href
}
const start = (env: Record<string, string>): Promise<RunningService> =>
  startService(service, {
    DATABASE_URL: urlAs(role),
    NATS_URL: natsUrl(),
    BUS_NAME: `t_${randomBytes(6).toString('hex')}`,
    MASTER_KEYS: `1:${randomBytes(32).toString('base64')}`,
    SERVICE_CREDENTIALS: `gateway:${randomBytes(32).toString('hex')}`,
    LOG_LEVEL: 'silent',
    ...env,
  })

describe('a service refuses to start', () => {
  it.each([
    [{ MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}` }, 'MASTER_KEYS: holds a key that is not random'],
    [{ SERVICE_CREDENTIALS: `gateway:${'x'.repeat(40)}` }, 'SERVICE_CREDENTIALS: holds a secret that is not random'],
    [{ SERVICE_CREDENTIALS: 'gateway:please-change-me-0123456789abcdefghij' }, 'SERVICE_CREDENTIALS'],
    [{ DATABASE_URL: 'superuser' }, 'DATABASE_URL: postgres passes by row-level security'],
    [{ DATABASE_URL: 'superuser' }, 'runs with fsync off: a crash loses commits'],
    [{ SAFETY_CHECKS: 'skip' }, `has no roles ${role}_owner and ${role}_sweep`],
  ])('with what is unsafe: %o', async (env: Record<string, string>, message) => {
    const given = env['DATABASE_URL'] ? { DATABASE_URL: database.url } : env
    const err = await start(given).then(
      () => null,
      (error: unknown) => error,
    )
    expect(String(err)).toContain(message)
    expect(String(err)).not.toContain('x'.repeat(10))
  })

  it('with a login that row-level security does not bind', async () => {
    await admin.query(`alter role ${role} bypassrls`)
    await expect(start({})).rejects.toThrow(`${role} passes by row-level security`)
    await admin.query(`alter role ${role} nobypassrls`)
  })
})
