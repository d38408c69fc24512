import { expect, it } from 'vitest'
import { sql } from '../../index.ts'
import { type Probe, startProbe } from '../../testing/probe.fixture.ts'

/** Runs statements on one connection. Returns which of them the connection keeps prepared. */
function prepare(probe: Probe, texts: readonly string[]): Promise<string[]> {
  return probe.runtime().db.transaction(async (em) => {
    for (const text of texts) expect(await sql(em, text, [1])).toEqual([{ value: 1 }])
    const prepared = await sql<{ statement: string }>(em, 'select statement from pg_prepared_statements')
    return prepared.map(({ statement }) => statement).filter((statement) => texts.includes(statement))
  })
}

it('a statement with parameters is planned once per connection, however often it runs and with whatever values', async () => {
  await using probe = await startProbe()
  const prepared = await probe.runtime().db.transaction(async (em) => {
    for (const value of [1, 2, 3]) expect(await sql(em, 'select $1::int as value', [value])).toEqual([{ value }])
    return sql(em, `select statement from pg_prepared_statements where statement = 'select $1::int as value'`)
  })
  expect(prepared).toHaveLength(1)
})

it('a service prepares its statements although another one in its process has prepared all that it may', async () => {
  await using first = await startProbe()
  await using second = await startProbe({ name: 'groups' })
  const lists = Array.from({ length: 600 }, (_, i) => `select $1::int as value limit ${i + 1}`)
  expect((await prepare(first, lists)).length).toBeLessThanOrEqual(500)
  expect(await prepare(second, ['select $1::int as value'])).toEqual(['select $1::int as value'])
})
