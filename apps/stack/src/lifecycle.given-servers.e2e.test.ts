import { serviceNames } from '@posthorn/contracts'
import { cloneDatabase, natsUrl, type TestDatabase } from '@posthorn/testkit'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isRead, removeAll, start } from './lifecycle.fixture.ts'

afterAll(removeAll)

/** Removes the services' schemas and roles from a database. Returns the schemas with their owners. */
async function takeDown({ url, name }: TestDatabase): Promise<Record<string, string>> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query<{ schema: string; owner: string }>(
    `select nspname as schema, pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = any($1)`,
    [serviceNames],
  )
  await admin.query(`drop schema ${rows.map(({ schema }) => schema).join(', ')} cascade`)
  for (const { schema } of rows)
    for (const role of ['', '_sweep', '_owner'].map((kind) => `${name}_${schema}${kind}`)) {
      await admin.query(`drop owned by ${role}`)
      await admin.query(`drop role ${role}`)
    }
  await admin.end()
  return Object.fromEntries(rows.map(({ schema, owner }) => [schema, owner]))
}

test('a Postgres for all services, another one for webhooks and a NATS that are given are used, with roles of our own, and left running', async () => {
  await using shared = await cloneDatabase('empty', async () => {})
  await using apart = await cloneDatabase('empty', async () => {})
  const env = { DATABASE_URL: shared.url, DATABASE_URL_WEBHOOKS: apart.url, NATS_URL: natsUrl() }
  const system = await start({ split: false, env })
  expect(Object.keys(system.run.processes)).toEqual(['launcher', 'services'])
  await isRead(system, '+4915120000009')
  expect((await system.stop()).exitCode).toBe(0)

  const others = serviceNames.filter((name) => name !== 'webhooks')
  const ownersIn = ({ name }: TestDatabase, schemas: readonly string[]) =>
    Object.fromEntries(schemas.map((schema) => [schema, `${name}_${schema}_owner`]))
  expect(await takeDown(shared)).toEqual(ownersIn(shared, others))
  expect(await takeDown(apart)).toEqual(ownersIn(apart, ['webhooks']))
})
