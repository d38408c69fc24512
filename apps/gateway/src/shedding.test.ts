import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMetrics } from '@posthorn/chassis'
import { allOperations, createRouteTable, type Operation } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEdgeMetrics } from './deps.ts'
import { refusal, sheddingHandler } from './edge.ts'
import { createShedder } from './limits/shedder.ts'
import type { Route } from './rest/route.ts'

const metrics = createMetrics()
const shedder = createShedder({ targetMs: 200, metrics })
const send = allOperations().find(({ operation }) => operation.rest === 'POST /v1/messages')?.operation as Operation
const table = createRouteTable([
  { method: 'POST', path: '/v1/messages', service: 'messaging', operation: send, parameters: [] as string[] } as Route,
])
const edgeMetrics = createEdgeMetrics(metrics)
const passed = sheddingHandler(
  { shedder, table, edgeMetrics, publicUrl: 'http://api.example' },
  (_, res) => void res.end('passed'),
)
const server = createServer(passed)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const post = (path: string) =>
  fetch(`${url}${path}`, { method: 'POST', headers: { 'X-Request-Id': 'mine' }, body: '{"not":"read"}' })

afterAll(() => {
  shedder.close()
  server.close()
})

it('refuses for load before a key is looked at, with the error body of all, and lets the rest continue', async () => {
  expect(await (await post('/v1/messages')).text()).toBe('passed')
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let i = 0; i < 1_000; i++) void shedder.measured('messaging', send, () => promise)
  // Keeps the service responding. Otherwise it would count as unavailable, not overloaded.
  const answering = setInterval(() => void shedder.measured('messaging', send, async () => {}), 10)
  const refused = await until(async () => {
    const answer = await post('/v1/messages?x=1')
    return answer.status === 503 && answer
  })
  expect(refused.headers.get('Retry-After')).toBe('2')
  expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await refused.json()).toMatchObject({
    errorCode: 'service:overloaded',
    retryable: true,
    requestId: 'mine',
    docs: 'http://api.example/docs/errors#service:overloaded',
  })
  for (const path of ['/v1/nothing', '/v1', '/callbacks/num_1']) expect(await (await post(path)).text()).toBe('passed')
  clearInterval(answering)
  resolve()
  expect(await metrics.text()).toContain('accept_total{outcome="unavailable"} 1')
})

const servers = [refusal('http://api.example'), refusal(undefined)].map((handler) => createServer(handler))
beforeAll(async () => {
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => servers.forEach((server) => server.close()))

const portOf = (place: number) => (servers[place]?.address() ?? { port: 0 }) as AddressInfo

const postTo = (place: number, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const { port } = portOf(place)
  return fetch(`http://127.0.0.1:${port}/v1/messages`, { method: 'POST', headers, body })
}

const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)))

it('a prepared refusal is the one that is sent otherwise, with the id of its request and the address of the API', async () => {
  const prepared = await postTo(0, '{}', { 'X-Request-Id': 'mine' })
  const unread = await postTo(0, new Uint8Array(2 ** 21), { 'X-Request-Id': 'mine' })
  expect([prepared.status, unread.status]).toEqual([503, 503])
  expect(headersOf(prepared)).toEqual(headersOf(unread))
  const body = await prepared.json()
  expect(body).toEqual(await unread.json())
  expect(body).toMatchObject({ requestId: 'mine', docs: 'http://api.example/docs/errors#service:overloaded' })
  const own = (await (await postTo(1, '{}')).json()) as { requestId: string; docs: string }
  const { port } = portOf(1)
  expect(own.requestId).toMatch(/^req_[0-9a-f]{32}$/)
  expect(own.docs).toBe(`http://127.0.0.1:${port}/docs/errors#service:overloaded`)
})
