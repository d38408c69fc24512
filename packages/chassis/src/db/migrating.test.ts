import { cloneDatabase, natsUrl, until } from '@posthorn/test-servers'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { defineService, implement, migration, startService } from '../index.ts'

const service = (migrations: string[]) =>
  defineService({
    name: 'contacts',
    config: {},
    entities: [],
    migrations: migrations.map((statement, i) => migration(`probe_00${i}`, [statement])),
    deps: async () => ({}),
    router: implement({}, {}),
    subscribers: [],
    workers: [],
  })

const env = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  NATS_URL: natsUrl(),
  BUS_NAME: 'migrating',
  SAFETY_CHECKS: 'skip',
  MASTER_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  SERVICE_CREDENTIALS: 'test:test-credential-of-at-least-32-characters',
  LOG_LEVEL: 'silent',
})

describe('a migration of a table that is in use', () => {
  it('lets those who came after it pass, and is done when the table is free', async () => {
    const first = 'create table thing (id integer)'
    const database = await cloneDatabase('empty', async () => {})
    await (await startService(service([first]), env(database.url))).stop()
    const [holder, worker] = [new pg.Client(database.url), new pg.Client(database.url)]
    await Promise.all([holder.connect(), worker.connect()])
    await holder.query('begin')
    await holder.query('select * from contacts.thing')
    const starting = startService(service([first, 'alter table thing add column name text']), env(database.url))
    const waits = `select 1 from pg_locks where relation = 'contacts.thing'::regclass and not granted`
    await until(async () => (await worker.query(waits)).rowCount === 1)
    // Queued behind the migration, and served although the table is still held.
    await worker.query('insert into contacts.thing (id) values (1)')
    await holder.query('commit')
    const started = await starting
    expect((await worker.query('select id, name from contacts.thing')).rows).toEqual([{ id: 1, name: null }])
    await started.stop()
    await Promise.all([holder.end(), worker.end()])
    await database.drop()
  })
})
