import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cloneDatabase, postgresUrl, type TestDatabase } from './shared-servers.ts'

const query = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

const migrate = (url: string) => query(url, 'create table parcel (id int primary key)').then(() => undefined)
const template = `kit_${process.pid}`
const databases: TestDatabase[] = []

afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()))
  await query(postgresUrl(), `alter database "template_${template}" is_template false`)
  await query(postgresUrl(), `drop database "template_${template}"`)
})

test('callers at the same time get databases of their own, migrated once', async () => {
  let migrations = 0
  const counted = async (url: string) => {
    migrations += 1
    await migrate(url)
  }
  databases.push(...(await Promise.all([1, 2, 3, 4].map(() => cloneDatabase(template, counted)))))
  const [first, second] = databases
  await query(first?.url ?? '', 'insert into parcel values (1)')
  expect(await query(first?.url ?? '', 'select id from parcel')).toEqual([{ id: 1 }])
  expect(await query(second?.url ?? '', 'select id from parcel')).toEqual([])
  expect(migrations).toBe(1)
})

test('a dropped database is gone, even with a session still open on it', async () => {
  const database = await cloneDatabase(template, migrate)
  const left = new Client({ connectionString: database.url })
  const lost = new Promise((resolve) => left.on('error', resolve))
  await left.connect()
  await database.drop()
  await lost
  await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist')
})

test('a template whose migration failed is made anew by the next caller', async () => {
  const broken = `${template}_broken`
  await expect(cloneDatabase(broken, () => Promise.reject(new Error('bad migration')))).rejects.toThrow('bad migration')
  const database = await cloneDatabase(broken, migrate)
  databases.push(database)
  expect(await query(database.url, 'select id from parcel')).toEqual([])
  await query(postgresUrl(), `alter database "template_${broken}" is_template false`)
  await query(postgresUrl(), `drop database "template_${broken}"`)
})
