import { Client } from 'pg'
import { expect, test } from 'vitest'
import { urlFor } from './databases.ts'

const adminUrl = 'postgres://db.example.com/postgres?user=admin&password=secret&application_name=x'
const names = ['plain', 'a+b & c=d', '$1,@:;', '100 %', 'größe']

test.each(names)('services log in as themselves to a database %j', (database) => {
  const role = `${database}_contacts`
  const url = urlFor(adminUrl, { service: 'contacts', role, database, password: 'own-1_' })
  const client = new Client({ connectionString: url })
  expect([client.user, client.password, client.database]).toEqual([role, 'own-1_', database])
  // The ORM decodes everything.
  expect(decodeURIComponent(new URL(url).pathname)).toBe(`/${database}`)
  expect(new URL(url).search).toBe('?application_name=x')
})
