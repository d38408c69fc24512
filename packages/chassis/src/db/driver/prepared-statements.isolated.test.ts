import { expect, it } from 'vitest'
import { sql } from '../../index.ts'
import { startProbe } from '../../testing/probe.fixture.ts'

it('a statement with parameters is planned once per connection, however often it runs and with whatever values', async () => {
  await using probe = await startProbe()
  const prepared = await probe.runtime().db.transaction(async (em) => {
    for (const value of [1, 2, 3]) expect(await sql(em, 'select $1::int as value', [value])).toEqual([{ value }])
    return sql(em, `select statement from pg_prepared_statements where statement = 'select $1::int as value'`)
  })
  expect(prepared).toHaveLength(1)
})
