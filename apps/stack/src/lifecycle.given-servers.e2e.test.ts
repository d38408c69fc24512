import { serviceNames } from '@posthorn/contracts'
import { cloneDatabase, natsUrl } from '@posthorn/testkit'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isRead, removeAll, start } from './lifecycle.fixture.ts'

afterAll(removeAll)

test('a Postgres and a NATS that are given are used, with roles of our own, and left running', async () => {
  await using database = await cloneDatabase('empty', async () => {})
  const env = { DATABASE_URL: database.url, NATS_URL: natsUrl() }
  const system = await start({ split: false, env })
  expect(Object.keys(system.run.processes)).toEqual(['launcher', 'services'])
  await isRead(system, '+4915120000009')
  expect((await system.stop()).exitCode).toBe(0)

  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  const { rows } = await admin.query(
    `select nspname as schema, pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = any($1) order by 1`,
    [serviceNames],
  )
  const roleOf = (schema: string) => `${database.name}_${schema}`
  expect(rows).toEqual([...serviceNames].sort().map((schema) => ({ schema, owner: `${roleOf(schema)}_owner` })))
  await admin.query('drop schema gateway, messaging, contacts, groups, numbers, webhooks cascade')
  for (const role of serviceNames.flatMap((schema) => ['', '_sweep', '_owner'].map((kind) => roleOf(schema) + kind))) {
    await admin.query(`drop owned by ${role}`)
    await admin.query(`drop role ${role}`)
  }
  await admin.end()
})
