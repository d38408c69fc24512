import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { cloneDatabase, natsUrl, type TestDatabase, until } from '@posthorn/test-servers'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = fileURLToPath(new URL('./run.fixture.ts', import.meta.url))

// The shared test database only accepts this key.
const masterKeys = `1:${randomBytes(32).toString('base64')}`
let database: TestDatabase
let child: ChildProcess | undefined
beforeAll(async () => {
  database = await cloneDatabase('empty', async () => {})
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await database.drop()
})

async function start(broker: string, stdio: 'inherit' | 'pipe'): Promise<ChildProcess> {
  child = spawn(process.execPath, ['--conditions=source', program], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      NATS_URL: broker,
      BUS_NAME: `t_${randomBytes(6).toString('hex')}`,
      MASTER_KEYS: masterKeys,
      SERVICE_CREDENTIALS: `gateway:${randomBytes(32).toString('hex')}`,
      SAFETY_CHECKS: 'skip',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', stdio, stdio, 'ipc'],
  })
  await once(child, 'message')
  return child
}

it('a service whose launcher dies while it starts ends too', async () => {
  const started = await start(natsUrl(), 'inherit')
  const ended = once(started, 'exit')
  // Simulates the channel left by a killed launcher.
  started.disconnect()
  expect(await ended).toEqual([1, null])
})

/** Starts a proxy to the broker that can also send garbage to clients. */
async function startGarbling() {
  const clients: Socket[] = []
  const { hostname, port } = new URL(natsUrl())
  const server = createServer((client) => {
    const broker = connect(Number(port), hostname)
    clients.push(client)
    client.pipe(broker).pipe(client)
    for (const socket of [client, broker]) socket.on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const at = new URL(natsUrl())
  at.port = String((server.address() as AddressInfo).port)
  return { url: at.href, clients, end: () => server.close() }
}

it('a frame that cannot be read is not printed, and the connection to the broker is made anew', async () => {
  const broker = await startGarbling()
  const started = await start(broker.url, 'pipe')
  const printed = Promise.all([started.stdout, started.stderr].map((stream) => text(stream as NodeJS.ReadableStream)))
  await until(() => broker.clients.length === 1, { timeoutMs: 60_000 })
  // Garbage can be sent even before the first response: once greeted, the client parses everything it receives.
  await until(() => (broker.clients[0]?.bytesWritten ?? 0) > 0 && broker.clients[0]?.bytesRead !== 0)
  broker.clients[0]?.write('?? +4915112345678 words of a customer\r\n')
  await until(() => broker.clients.length === 2, { timeoutMs: 120_000, describe: 'another connection' })
  started.kill('SIGKILL')
  const output = (await printed).join('')
  expect(output).toMatch(/"place":"nats\/\S+protocol\.js:\d+","msg":"console\.withheld"/)
  expect(output).not.toMatch(/customer|4915112345678/)
  broker.end()
})
