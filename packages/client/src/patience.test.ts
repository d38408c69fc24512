import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Clients, createClients, faultOf, hadNoEffect } from './clients.ts'

const credential = { name: 'test', secret: 'x'.repeat(32) }
let server: Server | undefined
let clients: Clients | undefined
afterEach(async () => {
  await clients?.close()
  server?.closeAllConnections()
  server?.close()
})

async function listen(port: number, handler: RequestListener): Promise<number> {
  server = createServer(handler).listen(port, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  return (server.address() as AddressInfo).port
}

const answer: RequestListener = (_, res) => {
  res.setHeader('content-type', 'application/json').end(JSON.stringify([{ result: { data: { status: 'paused' } } }]))
}

/** Returns the port of a server that was closed. */
async function closedPort(): Promise<number> {
  const port = await listen(0, answer)
  await new Promise((resolve) => server?.close(resolve))
  return port
}

const start = (port: number, patienceMs: number) => {
  const url = `http://127.0.0.1:${port}`
  clients = createClients({ urls: { numbers: url, messaging: url }, credential, patienceMs })
  return clients
}

describe('a client with patience', () => {
  it('waits for a service that is being started', async () => {
    const port = await closedPort()
    const { numbers, calling } = start(port, 20_000)
    const asked = numbers.sessions.deregister.mutate({ id: 'num_1' }, calling({}))
    await listen(port, answer)
    expect(await asked).toEqual({ status: 'paused' })
  })

  it('does not wait for one that has been away for longer, until it has answered again', async () => {
    const port = await closedPort()
    const { numbers } = start(port, 300)
    const refused = async () => faultOf(await numbers.numbers.list.query({}).catch((err: unknown) => err)).code
    expect(await refused()).toBe('service:unavailable')
    const begun = performance.now()
    for (let i = 0; i < 20; i++) expect(await refused()).toBe('service:unavailable')
    expect(performance.now() - begun).toBeLessThan(20 * 300)
    await listen(port, answer)
    expect(await numbers.numbers.list.query({})).toEqual({ status: 'paused' })
  })

  it('asks twice what was cut off only where twice is as once', async () => {
    let asked = 0
    const port = await listen(0, (req, res) => {
      asked += 1
      if (asked === 1) req.socket.destroy()
      else answer(req, res)
    })
    const { numbers, calling } = start(port, 20_000)
    const ask = (idempotencyKey?: string) => {
      asked = 0
      const call = calling(idempotencyKey ? { idempotencyKey } : {})
      return numbers.sessions.deregister.mutate({ id: 'num_1' }, call).then(
        () => asked,
        (err: unknown) => `${faultOf(err).code} after ${asked}`,
      )
    }
    expect([await ask(), await ask('k')]).toEqual(['service:unavailable after 1', 2])
  })
})

it.each<[string, (clients: Clients) => Promise<unknown>]>([
  ['alone', ({ numbers }) => numbers.sessions.deregister.mutate({ id: 'num_1' })],
  ['with others', ({ messaging }) => messaging.messages.send.mutate({ phone: '+4915112345678', message: 'Hello' })],
])(
  'a call that travels %s certainly had no effect if it never reached its service, but not if it was cut off',
  async (_, call) => {
    const ended = async (port: number) => hadNoEffect(faultOf(await call(start(port, 0)).catch((err: unknown) => err)))
    expect(await ended(await closedPort())).toBe(true)
    await clients?.close()
    expect(await ended(await listen(0, (req) => void req.socket.destroy()))).toBe(false)
  },
)

it('a send that was cut off may have had an effect, even if its repetitions never reached the service', async () => {
  const port = await listen(0, (req) => {
    server?.close()
    req.socket.destroy()
  })
  const { messaging, calling } = start(port, 500)
  const input = { phone: '+4915112345678', message: 'Hello' }
  const err = await messaging.messages.send.mutate(input, calling({ idempotencyKey: 'k' })).catch((each) => each)
  expect(hadNoEffect(faultOf(err))).toBe(false)
})
