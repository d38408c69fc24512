import { Client } from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from './shared-servers.ts'
import { untilLocked } from './until-locked.ts'

test('a session that is newer than the transaction is seen to wait for its lock', async () => {
  const database = await cloneDatabase('empty', async () => {})
  const holder = new Client({ connectionString: database.url })
  const waiter = new Client({ connectionString: database.url })
  const rows = async (text: string) => (await holder.query(text)).rows as unknown[]
  await holder.connect()
  await rows('begin')
  await rows('select pg_advisory_xact_lock(1)')
  // Postgres keeps what this look finds until the transaction ends.
  await rows('select 1 from pg_stat_activity')
  await waiter.connect()
  const waited = waiter.query('select pg_advisory_xact_lock(1)')
  await expect(untilLocked({ rows })).resolves.toBeUndefined()
  await rows('commit')
  await waited
  await Promise.all([holder.end(), waiter.end()])
  await database.drop()
})
