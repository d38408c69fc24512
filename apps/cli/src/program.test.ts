import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readExport } from './api/move-source.ts'
import { program } from './program.ts'

const main = join(import.meta.dirname, 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'posthorn-command-'))
let respond: (url: URL, res: ServerResponse, req: IncomingMessage) => unknown
const server = createServer((req, res) => void respond(new URL(req.url ?? '/', 'http://installation'), res, req))
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the environment of a command for the server. */
const environment = () => {
  const { port } = server.address() as AddressInfo
  return { POSTHORN_URL: `http://127.0.0.1:${port}`, POSTHORN_TOKEN: 'ph_live_key', HOME: folder }
}

/** What the last command printed, also if it failed. */
let printed: unknown[] = []

/** Runs a command against the server. Returns the lines that it printed, parsed as JSON. */
async function run(...args: string[]): Promise<unknown[]> {
  printed = []
  const print = (text: string | Uint8Array) => printed.push(JSON.parse(String(text))) > 0
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(print)
  const env = { ...environment(), POSTHORN_ACCESS_TOKEN: 'variable', POSTHORN_APP_SECRET: 'variable' }
  try {
    await program(env).parseAsync([...args, '--json'], { from: 'user' })
  } finally {
    write.mockRestore()
  }
  return printed
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

test('a download that ends early says whether it left anything: part of the output, but no file', async () => {
  const ended = JSON.stringify({ id: 'imp_1', status: 'finished', progress: 1, counts: { rows: 2, failed: 1 } })
  respond = ({ pathname }, res) => {
    if (!pathname.endsWith('/export')) return res.end(ended)
    res.writeHead(200, { 'content-type': 'text/csv', 'content-length': 99, connection: 'close' })
    return res.end('phone\r\n+4915112345678\r\n')
  }
  const file = join(folder, 'part.csv')
  await expect(run('export', '--output', file)).rejects.toThrow(/ended early .*; nothing was kept$/)
  await expect(run('import', main, '--errors', file)).rejects.toThrow(/ended early .*; nothing was kept$/)
  expect(readdirSync(folder).filter((name) => name.startsWith('part.csv'))).toEqual([])
  const command = spawn(process.execPath, ['--conditions=source', main, 'export'], { env: environment() })
  const [printed, said] = await Promise.all([readAll(command.stdout), readAll(command.stderr)])
  expect(printed).toBe('phone\r\n+4915112345678\r\n')
  expect(said).toMatch(/ended early .*; the output is incomplete\n$/)
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
    if (requests === 3) return res.destroy()
    if (requests === 4) return res.writeHead(503).end()
    if (requests === 5) return res.writeHead(200, { 'content-length': 99, connection: 'close' }).end('[')
    const sequence = searchParams.has('after') ? Number(searchParams.get('after')) + 1 : 8
    return res.end(JSON.stringify([{ sequence, data: {} }]))
  }
  expect(await run('tail', '--after', '7', '--count', '2')).toMatchObject([{ sequence: 8 }, { sequence: 9 }])
  expect(requests).toBe(7)
})

const hang = () => undefined
const away = (res: ServerResponse) => res.writeHead(503).end()
const refuse = (res: ServerResponse) => res.writeHead(401).end()

test.each([
  ['after its limit', (res: ServerResponse) => res.end(JSON.stringify({ id: 'msg_1', status: 'sent' })), 'sent'],
  ['after its limit while the installation is away', away, 'queued'],
  ['after its limit while the installation hangs', hang, 'queued'],
  ['when the message can no longer be read', refuse, 'queued'],
])('send --wait ends %s, with the status so far and as a failure', async (_, respondToRead, status) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  respond = (_url, res, { method }) =>
    method === 'POST' ? res.end(JSON.stringify({ id: 'msg_1', status: 'queued' })) : respondToRead(res)
  const printed = await run('send', '--phone', '+4915112345678', '--message', 'Hi', '--wait', '1')
  expect([...printed, process.exitCode]).toMatchObject([{ id: 'msg_1', status }, 1])
  process.exitCode = undefined
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
  [['replay', 'start', 'whk_1', '--from', '2h']],
  [['import', import.meta.filename]],
  [['erase', 'con_1', '--yes']],
])('%j prints what it started if it may not wait for its end', async (args) => {
  const started = { id: 'x_1', erasure: 'x_1' }
  respond = (_, res, { method }) => (method === 'POST' ? res.end(JSON.stringify(started)) : refuse(res))
  await expect(run(...args)).rejects.toThrow()
  expect(printed).toEqual([started])
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

test.each([
  ['simulator', {}],
  ['cloud', { accessToken: 'variable', appSecret: 'variable' }],
])(
  'numbers connect takes the credentials of the environment for a %s number as far as it has any',
  async (provider, given) => {
    let body: unknown
    respond = async (_, res, req) => {
      body = JSON.parse(await readAll(req))
      res.end('{}')
    }
    await run('numbers', 'connect', '--name', 'Shop', '--provider', provider)
    expect(body).toEqual({ name: 'Shop', provider, ...given })
  },
)

test('a list goes on by its cursor, whatever address the API is published at', async () => {
  const paths: string[] = []
  respond = ({ pathname, searchParams }, res) => {
    paths.push(`${pathname}?cursor=${searchParams.get('cursor')}`)
    if (paths.length === 1) res.setHeader('Link', '<https://shop.example/posthorn/v1/numbers?cursor=c%2F2>; rel="next"')
    res.end(JSON.stringify([{ id: `num_${paths.length}` }]))
  }
  expect(await run('numbers', 'list')).toEqual([[{ id: 'num_1' }, { id: 'num_2' }]])
  expect(paths).toEqual(['/v1/numbers?cursor=null', '/v1/numbers?cursor=c/2'])
})

test.each([
  [[], {}],
  [['--message', 'Look'], { message: 'Look' }],
])('send --file stores the file and sends it, with %j', async (args, text) => {
  const asked: [string, string][] = []
  respond = async ({ pathname }, res, req) => {
    asked.push([pathname, await readAll(req)])
    res.end(JSON.stringify({ id: pathname === '/v1/files' ? 'file_1' : 'msg_1', status: 'queued' }))
  }
  const printed = await run('send', '--phone', '+4915112345678', '--file', import.meta.filename, ...args)
  expect(printed).toMatchObject([{ id: 'msg_1' }])
  expect(asked.map(([path]) => path)).toEqual(['/v1/files', '/v1/messages'])
  expect(asked[0]?.[1]).toContain('filename="program.test.ts"')
  expect(JSON.parse(asked[1]?.[1] ?? '')).toEqual({ phone: '+4915112345678', media: { file: 'file_1' }, ...text })
})

const notOurs = 'is not a Posthorn installation'
test.each([
  [200, 'null', [], notOurs],
  [200, '{"version":1}', ['--dialect'], notOurs],
  [404, '{"version":"1","reasons":null}', ['--cloud-api'], notOurs],
  [404, '<html>', [], notOurs],
  [503, '{"version":"1","reasons":["Postgres is away"]}', [], 'is not ready: Postgres is away'],
])('doctor explains a server that reports %i %s, with the options %j', async (status, report, options, text) => {
  respond = (_, res) => res.writeHead(status).end(report)
  const finding = expect.stringContaining(text) as unknown
  await expect(run('doctor', ...options)).resolves.toMatchObject([[{ status: 'failed', finding }, { check: 'clock' }]])
})

test('a file that begins with a byte order mark is read like any other', async () => {
  const bodies: string[] = []
  respond = async (_, res, req) => {
    bodies.push(await readAll(req))
    res.end(JSON.stringify({ id: 'msg_1', status: 'queued' }))
  }
  const file = join(folder, 'marked.json')
  writeFileSync(file, '\ufeff{"phone":"+4915112345678","message":"Hello"}')
  await run('send', '--body', file)
  expect(bodies).toEqual(['{"phone":"+4915112345678","message":"Hello"}'])
  writeFileSync(file, '\ufeff{"contacts":[{"phone":"+4915112345678"}]}')
  expect(readExport(file).contacts).toHaveLength(1)
})

test('send refuses a file with a list of messages, because it sends one', async () => {
  const file = join(folder, 'list.json')
  writeFileSync(file, '[{"phone":"+4915112345678","message":"Hello"}]')
  await expect(run('send', '--body', file)).rejects.toThrow('must contain one JSON object')
})

test('output to a full disk ends the command with one sentence', async () => {
  const output = `'${process.execPath}' --conditions=source '${main}' completion bash > /dev/full`
  const command = spawn('bash', ['-c', output])
  const ended = new Promise((resolve) => command.on('close', resolve))
  expect(await readAll(command.stderr)).toBe('error: ENOSPC: no space left on device, write\n')
  expect(await ended).toBe(1)
})

test('mcp says to the assistant what to check if a page answers in place of the API', async () => {
  respond = (_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>')
  const command = spawn(process.execPath, ['--conditions=source', main, 'mcp'], { env: environment() })
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const asked = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ]
  for (const each of asked) command.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`)
  const lines = createInterface({ input: command.stdout })
  let answer = ''
  for await (const line of lines) {
    answer = line
    if (line.includes('"id":2')) break
  }
  command.kill()
  expect(answer).toMatch(/responded with 200, but not as the API does\. .* is it right\?/)
})

test('a message whose response was lost is sent once: the request is repeated with the same key', async () => {
  const keys: unknown[] = []
  respond = (_, res, { headers }) => {
    keys.push(headers['idempotency-key'])
    return keys.length === 1 ? res.destroy() : res.end(JSON.stringify({ id: 'msg_1', status: 'queued' }))
  }
  expect(await run('send', '--phone', '+4915112345678', '--message', 'Hi')).toMatchObject([{ id: 'msg_1' }])
  expect(keys).toEqual([expect.stringMatching(/^\S{36}$/), keys[0]])
})

test('tail ends if the key is refused', async () => {
  respond = (_, res) => res.writeHead(401).end(JSON.stringify({ message: 'This key is not valid.' }))
  await expect(run('tail', '--after', '7')).rejects.toThrow('This key is not valid.')
})
