import { cloneDatabase, natsUrl, until } from '@posthorn/test-servers'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { concurrentIndexes, defineService, implement, type MigrationStep, migration, startService } from '../index.ts'
import { migrateService } from '../service.ts'

const stated = (statements: string[]) => statements.map((statement, i) => migration(`probe_00${i}`, [statement]))

const service = (migrations: string[] | MigrationStep[]) =>
  defineService({
    name: 'contacts',
    config: {},
    entities: [],
    migrations: migrations.every((each) => typeof each === 'string') ? stated(migrations) : migrations,
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
    // The insert queues behind the migration, but succeeds while the table is still locked.
    await worker.query('insert into contacts.thing (id) values (1)')
    await holder.query('commit')
    const started = await starting
    expect((await worker.query('select id, name from contacts.thing')).rows).toEqual([{ id: 1, name: null }])
    await started.stop()
    await Promise.all([holder.end(), worker.end()])
    await database.drop()
  })

  it('builds an index while the table is written, also when two processes begin at once', async () => {
    const first = migration('probe_000', ['create table thing (id integer)'])
    const database = await cloneDatabase('empty', async () => {})
    await (await startService(service([first]), env(database.url))).stop()
    const [holder, worker] = [new pg.Client(database.url), new pg.Client(database.url)]
    await Promise.all([holder.connect(), worker.connect()])
    await holder.query('begin')
    await holder.query('insert into contacts.thing (id) values (1)')
    const next = service([first, concurrentIndexes('probe_001', [{ name: 'by_id', definition: 'on thing (id)' }])])
    const starting = Promise.all([startService(next, env(database.url)), startService(next, env(database.url))])
    const builds = `select 1 from pg_stat_progress_create_index where phase like 'waiting for writers%'`
    await until(async () => (await worker.query(builds)).rowCount === 1)
    await worker.query('insert into contacts.thing (id) values (2)')
    await holder.query('commit')
    const started = await starting
    const valid = `select indisvalid from pg_index where indexrelid = 'contacts.by_id'::regclass`
    expect((await worker.query(valid)).rows).toEqual([{ indisvalid: true }])
    await Promise.all([...started.map((each) => each.stop()), holder.end(), worker.end()])
    await database.drop()
  })
})

describe('a process with ROLE=migrate', () => {
  it('applies migrations without a limit of time and ends; one with MIGRATIONS=wait starts only then', async () => {
    const database = await cloneDatabase('empty', async () => {})
    // Fails if a migration's statements have a timeout.
    const unlimited = `select 1 / (current_setting('statement_timeout') = '0')::int`
    const next = service(['create table thing (id integer)', unlimited])
    let hasStarted = false
    const waiting = startService(next, { ...env(database.url), MIGRATIONS: 'wait' }).then((started) => {
      hasStarted = true
      return started
    })
    const worker = new pg.Client(database.url)
    await worker.connect()
    const asked = `select 1 from pg_stat_activity where query ~ 'migration' and pid <> pg_backend_pid()`
    await until(async () => (await worker.query(asked)).rowCount !== 0)
    expect(hasStarted).toBe(false)
    await migrateService(next, { ...env(database.url), ROLE: 'migrate' })
    await (await waiting).stop()
    await worker.end()
    await database.drop()
  })
})
