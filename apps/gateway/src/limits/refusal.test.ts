import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from './shedding-handler.ts'

const servers = [refusal('http://api.example'), refusal(undefined)].map((handler) => createServer(handler))
beforeAll(async () => {
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => servers.forEach((server) => server.close()))

const portOf = (place: number) => (servers[place]?.address() ?? { port: 0 }) as AddressInfo

const post = (place: number, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const { port } = portOf(place)
  return fetch(`http://127.0.0.1:${port}/v1/messages`, { method: 'POST', headers, body })
}

const headersOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)))

it('a prepared refusal is the one that is sent otherwise, with the id of its request and the address of the API', async () => {
  const prepared = await post(0, '{}', { 'X-Request-Id': 'mine' })
  const unread = await post(0, new Uint8Array(2 ** 21), { 'X-Request-Id': 'mine' })
  expect([prepared.status, unread.status]).toEqual([503, 503])
  expect(headersOf(prepared)).toEqual(headersOf(unread))
  const body = await prepared.json()
  expect(body).toEqual(await unread.json())
  expect(body).toMatchObject({ requestId: 'mine', docs: 'http://api.example/docs/errors#service:overloaded' })
  const own = (await (await post(1, '{}')).json()) as { requestId: string; docs: string }
  const { port } = portOf(1)
  expect(own.requestId).toMatch(/^req_[0-9a-f]{32}$/)
  expect(own.docs).toBe(`http://127.0.0.1:${port}/docs/errors#service:overloaded`)
})
