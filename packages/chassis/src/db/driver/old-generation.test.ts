import { execFileSync } from 'node:child_process'
import { postgresUrl } from '@posthorn/test-servers'
import { expect, it } from 'vitest'

const module = new URL('./scoped-client.ts', import.meta.url).href

/** Program for a separate process, so that nothing else is in its old generation. */
const program = `
import { getHeapSpaceStatistics } from 'node:v8'
import { Client } from 'pg'
const { scopeClient } = await import(${JSON.stringify(module)})
const client = new Client({ connectionString: process.env.POSTGRES_URL, pipeline: true })
await client.connect()
const { rows: [{ role }] } = await client.query('select current_user as role')
scopeClient(client, { roles: { owner: role, request: role, sweep: role }, names: new Map() })
const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
const select = () => client.query('select $1::text as text', ['x'.repeat(100)])
const selects = async (count) => {
  for (let i = 0; i < count; i++) await select()
}
await selects(3_000)
gc()
const before = old()
await selects(3_000)
console.log(JSON.stringify({ rows: (await select()).rows, bytesOfEach: (old() - before) / 3_000 }))
process.exit()
`

it('a statement leaves nothing in the old generation', () => {
  const args = [
    '--conditions=source',
    '--expose-gc',
    '--max-semi-space-size=1',
    '--input-type=module',
    '--eval',
    program,
  ]
  const env = { ...process.env, POSTGRES_URL: postgresUrl() }
  const printed = execFileSync(process.execPath, args, { cwd: import.meta.dirname, env, encoding: 'utf8' })
  const { rows, bytesOfEach } = JSON.parse(printed)
  expect(rows).toEqual([{ text: 'x'.repeat(100) }])
  expect(bytesOfEach).toBeLessThan(100)
})
