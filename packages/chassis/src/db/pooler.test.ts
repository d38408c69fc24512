import { cloneDatabase, type TestDatabase, until } from '@posthorn/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'
import { sql } from './statement.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase('empty', async () => {})
})
afterAll(() => database.drop())

const start = (env: Record<string, string>) => startProbe({ database, env })
const refusal = (env: Record<string, string>) =>
  start(env).then(
    () => '',
    (err: Error) => err.message,
  )

describe('a service behind a pooler', () => {
  it.each(['session', 'transaction'])(
    'sends its settings with each transaction and each statement, and none with the connection: %s',
    async (mode) => {
      await using probe = await start({ DATABASE_POOLER: mode, DATABASE_DIRECT_URL: database.url })
      const before = (await probe.effects()).length
      const ids = await probe.announce(3)
      await until(async () => (await probe.effects()).length === before + 3)
      expect((await probe.effects()).slice(before)).toEqual(ids)

      const { db } = probe.runtime()
      const settings = `select current_setting('search_path') as path, current_setting('lock_timeout') as lock, current_user as role`
      const own = { path: 'contacts', lock: '2s', role: 'posthorn_contacts' }
      expect(await sql(db.em(), settings)).toEqual([own])
      expect(await sql(db.em(), `${settings} where $1`, [true])).toEqual([own])
      expect(await db.transaction((em) => sql(em, settings))).toEqual([own])
      const sweeping = { ...own, role: 'posthorn_contacts_sweep' }
      expect(await db.withScope('all', () => sql(db.em(), settings))).toEqual([sweeping])
      const reset = `select reset_val as reset from pg_settings where name = 'search_path'`
      expect(await sql(db.em(), reset)).toEqual([{ reset: '"$user", public' }])
    },
  )

  it('prepares nothing in transaction mode where no one follows statements from server to server', async () => {
    await using probe = await start({ DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: database.url })
    const { db } = probe.runtime()
    const named = await db.transaction(async (em) => {
      await sql(em, 'select $1::int', [1])
      return sql(em, 'select name from pg_prepared_statements')
    })
    expect(named).toEqual([])
  })

  it('is refused without the address of Postgres itself, and this address without a mode', async () => {
    expect(await refusal({ DATABASE_POOLER: 'session' })).toContain('DATABASE_DIRECT_URL: name Postgres itself')
    expect(await refusal({ DATABASE_DIRECT_URL: database.url })).toContain('DATABASE_DIRECT_URL: needs DATABASE_POOLER')
  })
})
