import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendJson } from './exchange.ts'

const seen: IncomingMessage[] = []
const server = createServer((req: IncomingMessage, res: ServerResponse) => {
  seen.push(req)
  sendJson({ req, res, requestId: 'req_1', publicUrl: '', headers: {} }, 401, { refused: true })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a request with this body and keeps the connection open after the response. */
function upload(framing: string, body: Uint8Array) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`)
  socket.write(body)
  const answer = once(socket, 'data').then(([bytes]) => (bytes as Buffer).toString('latin1'))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { answer, closed, [Symbol.dispose]: () => void socket.destroy() }
}

const announced = (bytes: number) => `Content-Length: ${bytes}`
const openConnections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

describe('a refused body', () => {
  it.concurrent.each([
    ['of a mebibyte', announced(2 ** 20), Buffer.alloc(2 ** 20, ' ')],
    ['of many', announced(2 ** 25), Buffer.alloc(2 ** 22, ' ')],
    ['of unknown length', 'Transfer-Encoding: chunked', Buffer.from(`400000\r\n${' '.repeat(2 ** 22)}`)],
  ])('%s is answered at once, and stays unread but for what came with its head', async (_, framing, body) => {
    using sent = upload(framing, body)
    expect(await sent.answer).toMatch(/^HTTP\/1\.1 401 .*\r\nConnection: close\r\n/s)
    await sent.closed
    expect(Math.max(...seen.map(({ socket }) => socket.bytesRead))).toBeLessThan(224 * 1024)
  })

  it('of a few bytes leaves its connection open', async () => {
    using sent = upload(announced(20_000), Buffer.alloc(20_000, ' '))
    expect(await sent.answer).not.toContain('Connection: close')
  })

  it('continues at a hundred connections at most, the longest open of which closes for another', async () => {
    await until(async () => (await openConnections()) === 0)
    const sent = Array.from({ length: 150 }, () => upload(announced(2 ** 25), Buffer.alloc(2 ** 17)))
    await Promise.all(sent.map(({ answer }) => answer))
    await Promise.all(sent.slice(0, 20).map(({ closed }) => closed))
    expect(await openConnections()).toBeLessThanOrEqual(100)
    for (const each of sent) each[Symbol.dispose]()
  })
})
