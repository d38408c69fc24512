import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const module = new URL('./transport.ts', import.meta.url).href

/** A separate process, so that nothing else is in its old generation. */
const program = `
import { once } from 'node:events'
import { createServer } from 'node:http'
import { getHeapSpaceStatistics } from 'node:v8'
const { fetchOver } = await import(${JSON.stringify(module)})
const server = createServer((_, response) => response.end('{"result":1}')).listen(0, '127.0.0.1')
await once(server, 'listening')
const transport = fetchOver('http://127.0.0.1:' + server.address().port, { timeoutMs: 10_000, connectionsMax: 1 })
const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
const post = () => transport.post('/', { headers: { 'content-type': 'application/json' }, body: '{"call":1}' })
const posts = async (count) => {
  for (let i = 0; i < count; i++) await post()
}
await posts(3_000)
gc()
const before = old()
await posts(3_000)
console.log(JSON.stringify({ body: (await post()).body, bytesOfEach: (old() - before) / 3_000 }))
process.exit()
`

it('an exchange leaves no more in the old generation than the timers that undici keeps for half a second', () => {
  const args = [
    '--conditions=source',
    '--expose-gc',
    '--max-semi-space-size=1',
    '--input-type=module',
    '--eval',
    program,
  ]
  const { body, bytesOfEach } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(body).toBe('{"result":1}')
  expect(bytesOfEach).toBeLessThan(400)
})
