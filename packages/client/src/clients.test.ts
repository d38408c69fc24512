import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callContextHeader } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClients, faultOf } from './clients.ts'

const waiting: string[] = []
/** Responses wait for this. */
let open: Promise<void> = Promise.resolve()
let server: Server
let url: string
beforeAll(async () => {
  server = createServer(async (req, res) => {
    waiting.push(req.url ?? '')
    const calls = new URL(req.url ?? '', 'http://x').pathname.split('/').at(-1)?.split(',') ?? []
    res.setHeader('content-type', 'application/json')
    await open
    res.end(JSON.stringify(calls.map((path) => ({ result: { data: [path] } }))))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const credential = { name: 'test', secret: 'x'.repeat(32) }

describe('clients', () => {
  it('let calls of one moment share a request, unless they are to travel alone', async () => {
    for (const [callsPerRequestMax, requests] of [
      [undefined, 1],
      [1, 3],
    ] as const) {
      waiting.length = 0
      const clients = createClients({
        urls: { numbers: url },
        credential,
        ...(callsPerRequestMax ? { callsPerRequestMax } : {}),
      })
      const answers = await Promise.all([1, 2, 3].map(() => clients.numbers.numbers.list.query({})))
      expect(answers).toEqual(Array(3).fill(['numbers.list']))
      expect(waiting).toHaveLength(requests)
      await clients.close()
    }
  })

  it('gather calls that are done together while two requests with such calls are on their way', async () => {
    waiting.length = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    open = promise
    const clients = createClients({ urls: { messaging: url }, credential })
    const send = () => clients.messaging.messages.send.mutate({ phone: '+4915112345678', message: 'Hello' })
    const answers = []
    for (const requests of [1, 2]) {
      answers.push(send())
      await vi.waitUntil(() => waiting.length === requests)
    }
    answers.push(...Array.from({ length: 40 }, send))
    // Other calls don't wait.
    answers.push(clients.messaging.chats.list.query({}))
    await vi.waitUntil(() => waiting.length === 3)
    resolve()
    expect(await Promise.all(answers)).toHaveLength(43)
    expect(waiting.map((path) => path.split(',').length)).toEqual([1, 1, 1, 32, 8])
    await clients.close()
  })

  it('sign the contexts of a batch once', async () => {
    const signed: unknown[] = []
    const service = createServer((req, res) => {
      const calls = req.url?.split(',').length ?? 0
      const [payload = ''] = String(req.headers[callContextHeader]).split('.')
      const contexts: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
      signed.push([calls, Array.isArray(contexts) && contexts.length])
      res.end(JSON.stringify(Array(calls).fill({ result: { data: 'done' } })))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => service.once('listening', resolve))
    const clients = createClients({
      urls: { messaging: `http://127.0.0.1:${(service.address() as AddressInfo).port}` },
      credential,
    })
    const send = () => clients.messaging.messages.send.mutate({ phone: '+4915112345678', message: 'Hello' })
    expect(await Promise.all([send(), send(), send()])).toEqual(['done', 'done', 'done'])
    expect(signed).toEqual([[3, 3]])
    await clients.close()
    service.close()
  })

  it('say service:unavailable, with a pause, for a service that cannot be reached', async () => {
    const clients = createClients({ urls: { numbers: 'http://127.0.0.1:9' }, credential })
    const fault = faultOf(await clients.numbers.numbers.list.query({}).catch((err: unknown) => err))
    expect([fault.code, fault.status, fault.retryAfter]).toEqual(['service:unavailable', 503, 1])
    await clients.close()
  })
})
