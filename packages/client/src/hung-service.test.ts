import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clients, createClients, faultOf } from './clients.ts'

const timeoutMs = 500
/** A call that is queued when others time out is still sent, and gets one second. */
const lastMs = timeoutMs + 1_000
const credential = { name: 'test', secret: 'x'.repeat(32) }

/** A service that accepts connections and never answers, like a stopped process. */
let server: Server
let sockets: Socket[]
let clients: Clients
beforeEach(async () => {
  sockets = []
  server = createServer((socket) => void sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await clients.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

const start = (callsPerRequestMax?: number) => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const limits = { timeoutMs, connectionsMax: 2, ...(callsPerRequestMax ? { callsPerRequestMax } : {}) }
  clients = createClients({ urls: { messaging: url }, credential, patienceMs: 20_000, ...limits })
  return clients.messaging
}

/** Makes this many calls at once. Returns their fault codes, and how long the last one took. */
async function refused(calls: number, call: () => Promise<unknown>) {
  const begun = performance.now()
  const code = (err: unknown) => faultOf(err).code
  const codes = await Promise.all(Array.from({ length: calls }, () => call().then(() => 'answered', code)))
  return { codes: [...new Set(codes)], tookMs: performance.now() - begun }
}

describe('a call to a service that hangs', () => {
  it('ends in time as unavailable, also behind calls that have all connections', async () => {
    const { chats } = start(1)
    const { codes, tookMs } = await refused(20, () => chats.list.query({}))
    expect(codes).toEqual(['service:unavailable'])
    expect(tookMs).toBeGreaterThan(timeoutMs - 50)
    // One by one, the calls would take ten times the limit.
    expect(tookMs).toBeLessThan(4 * timeoutMs)
  })

  it('ends in time as unavailable, also in line for a request with others', async () => {
    const { messages } = start()
    const { codes, tookMs } = await refused(300, () => messages.send.mutate({ phone: '+4915112345678', message: 'x' }))
    expect(codes).toEqual(['service:unavailable'])
    expect(tookMs).toBeLessThan(lastMs + 2 * timeoutMs)
  })

  it('ends as unavailable some timeouts after the last bytes of an upload', async () => {
    start()
    const upload = {
      operation: 'files.create',
      bytes: Readable.from([Buffer.from('x')]),
      fields: async () => ({}),
    } as const
    const { codes, tookMs } = await refused(1, () => clients.upload('messaging', upload, {}))
    expect(codes).toEqual(['service:unavailable'])
    expect(tookMs).toBeLessThan(8 * timeoutMs)
  })

  it('leaves no connection open', async () => {
    const { chats } = start(1)
    await refused(4, () => chats.list.query({}))
    const closed = (socket: Socket) =>
      new Promise<void>((resolve) => void socket.once('close', () => resolve()).resume())
    await Promise.all(sockets.filter((socket) => !socket.destroyed).map(closed))
  })
})
