import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { program } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-command-'))
let respond: (url: URL, res: ServerResponse, req: IncomingMessage) => unknown
const server = createServer((req, res) => void respond(new URL(req.url ?? '/', 'http://installation'), res, req))
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command against the server. Returns the lines that it printed, parsed as JSON. */
async function run(...args: string[]): Promise<unknown[]> {
  const printed: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { POSTHORN_URL: url, POSTHORN_TOKEN: 'ph_live_key', HOME: folder }
  try {
    await program(env).parseAsync([...args, '--json'], { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return printed.map((line) => JSON.parse(line) as unknown)
}

/** Responds like the event log, which has this many events. */
function respondAsLog(events: number) {
  respond = ({ searchParams }, res) => {
    const [after, size] = [Number(searchParams.get('after')), Number(searchParams.get('size'))]
    const last = Math.min(events, after + Math.min(size, 200))
    res.end(JSON.stringify(Array.from({ length: last - after }, (_, i) => ({ sequence: after + 1 + i }))))
  }
}

test('an export counts contacts, not the line breaks within their fields', async () => {
  respond = (_, res) => res.end('phone,note\r\n1,"two\r\nlines and a ""quote"""\r\n2,plain\r\n')
  const file = join(folder, 'contacts.csv')
  expect(await run('export', '--output', file)).toMatchObject([{ file, contacts: 2 }])
})

test.each([
  ['250', 300, 250],
  ['500', 300, 300],
])('events list --size %s returns as many of %i events, over several pages', async (size, events, count) => {
  respondAsLog(events)
  const [listed] = await run('events', 'list', '--size', size)
  expect((listed as { sequence: number }[]).map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: count }, (_, i) => 1 + i),
  )
})

test('tail goes on after the installation was away, with the next event', async () => {
  let requests = 0
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  respond = ({ searchParams }, res) => {
    requests += 1
    if (requests === 2) return res.destroy()
    if (requests === 3) return res.writeHead(503).end()
    if (requests === 4) return res.writeHead(200, { 'content-length': 99, connection: 'close' }).end('[')
    return res.end(JSON.stringify([{ sequence: Number(searchParams.get('after')) + 1, data: {} }]))
  }
  expect(await run('tail', '--after', '7', '--count', '2')).toMatchObject([{ sequence: 8 }, { sequence: 9 }])
  expect(requests).toBe(5)
})

test.each([
  [['replay', 'start', 'whk_1', '--from', '2h'], { status: 'finished', queued: 3, now: { ok: 3 } }],
  [['import', import.meta.filename], { status: 'finished', counts: { rows: 3, failed: 0 } }],
  [['send', '--phone', '+4915112345678', '--message', 'Hi', '--wait'], { status: 'delivered' }],
  [['erase', 'con_1', '--yes'], { status: 'finished', services: [] }],
])('%j waits on after the installation was away', async (args, ended) => {
  let requests = 0
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  respond = (_, res) => {
    requests += 1
    if (requests === 1) return res.end(JSON.stringify({ id: 'x_1', erasure: 'x_1' }))
    if (requests === 2) return res.destroy()
    if (requests === 3) return res.writeHead(503).end()
    return res.end(JSON.stringify(ended))
  }
  expect(await run(...args)).toMatchObject([ended])
  expect(requests).toBe(4)
})

test.each([
  ['purge', ['num_1'], { canceled: 5, scheduled: 1, posts: [] }, { canceled: 10, scheduled: 2, posts: [] }],
  ['move', ['num_1', '--to', 'num_2'], { moved: 5, chats: 1 }, { moved: 10 }],
])(
  'queue %s goes on after the installation was away, and counts a lost response once',
  async (verb, args, round, sum) => {
    const keys: unknown[] = []
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    respond = (_, res, { headers }) => {
      keys.push(headers['idempotency-key'])
      if (keys.length === 2) return res.destroy()
      if (keys.length === 3) return res.writeHead(409).end(JSON.stringify({ errorCode: 'idempotency:in_flight' }))
      return res.end(JSON.stringify({ ...round, remaining: keys.length === 1 ? 5 : 0 }))
    }
    expect(await run('queue', verb, ...args, '--yes')).toEqual([sum])
    expect(keys[0]).not.toBe(keys[1])
    expect(keys.slice(1)).toEqual([keys[1], keys[1], keys[1]])
    expect(keys[1]).toEqual(expect.any(String))
  },
)

test.each([
  ['numbers', 'list'],
  ['numbers', 'get', 'num_1'],
  ['import', import.meta.filename],
  ['export', '--output', join(folder, 'page.csv')],
])('%s %s says what to check if a page answers in place of the API', async (...args) => {
  respond = (_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')
  await expect(run(...args)).rejects.toThrow(/responded with 200, but not as the API does\. .* is it right\?$/)
})

test('tail ends if the key is refused', async () => {
  respond = (_, res) => res.writeHead(401).end(JSON.stringify({ message: 'This key is not valid.' }))
  await expect(run('tail', '--after', '7')).rejects.toThrow('This key is not valid.')
})
