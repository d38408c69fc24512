import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type CallOptions, type Clients, createClients, faultOf, hadNoEffect } from './index.ts'

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

const text = { phone: '+4915112345678', message: 'Hello' }
const ways: [string, (clients: Clients, options?: CallOptions) => Promise<unknown>][] = [
  [
    'alone',
    ({ numbers, calling }, options = {}) => numbers.sessions.deregister.mutate({ id: 'num_1' }, calling(options)),
  ],
  ['with others', ({ messaging, calling }, options = {}) => messaging.messages.send.mutate(text, calling(options))],
]

it.each(ways)(
  'a call that travels %s certainly had no effect if it never reached its service, but not if it was cut off',
  async (_, call) => {
    const ended = async (port: number) => hadNoEffect(faultOf(await call(start(port, 0)).catch((err: unknown) => err)))
    expect(await ended(await closedPort())).toBe(true)
    await clients?.close()
    expect(await ended(await listen(0, (req) => void req.socket.destroy()))).toBe(false)
  },
)

type ErrorCode = ReturnType<typeof faultOf>['code']

const cutOff: RequestListener = (req) => void req.socket.destroy()
const refuse =
  (code: ErrorCode): RequestListener =>
  (_, res) => {
    const error = { code: -32_004, message: '', data: { fault: { code, message: 'refused', errors: [] } } }
    res.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify([{ error }]))
  }

describe.each(ways)('a call that travels %s', (_, call) => {
  /** Returns the fault of a call with these responses, after which the service is away. */
  const faultAfter = async (...responses: RequestListener[]) => {
    const port = await listen(0, (req, res) => {
      responses.shift()?.(req, res)
      if (responses.length === 0) server?.close()
    })
    return faultOf(await call(start(port, 500), { idempotencyKey: 'k' }).catch((each: unknown) => each))
  }

  it('may have had an effect if it was cut off, even if its repetitions never reached the service', async () => {
    expect(hadNoEffect(await faultAfter(cutOff))).toBe(false)
  })

  it.each<ErrorCode>(['idempotency:in_flight', 'service:overloaded', 'rate:in_flight', 'session:invalid'])(
    'may have had an effect if it was cut off, even if its repetition was refused with %s',
    async (code) => {
      expect(hadNoEffect(await faultAfter(cutOff, refuse(code)))).toBe(false)
    },
  )

  it('had no effect if it was cut off, but its repetition was refused after its key was read', async () => {
    const fault = await faultAfter(cutOff, refuse('number:disconnected'))
    expect([fault.code, hadNoEffect(fault)]).toEqual(['number:disconnected', true])
  })

  it('had no effect if it was refused as too much and never cut off', async () => {
    expect(hadNoEffect(await faultAfter(refuse('service:overloaded')))).toBe(true)
  })
})

it.each<ErrorCode>(['idempotency:in_flight', 'provider:outcome_unknown'])(
  'a call may have had an effect if it was refused with %s',
  async (code) => {
    const port = await listen(0, refuse(code))
    const err = await ways[0]?.[1](start(port, 0), { idempotencyKey: 'k' }).catch((each: unknown) => each)
    expect([faultOf(err).code, hadNoEffect(faultOf(err))]).toEqual([code, false])
  },
)
