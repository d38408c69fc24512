import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Fault } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type BodyOwners, createBodyBudget, readBody } from './body-budget.ts'

const mebibyte = 1024 * 1024
const bytesMax = 8 * mebibyte
const bodies = createBodyBudget(bytesMax)
const sockets: { destroy(): void }[] = []

const server = createServer((req, res) => void respond(req, res)).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [workspace, address] = (req.url ?? '').slice(1).split('/')
  const owners: BodyOwners = { ...(workspace ? { workspace } : {}), ...(address ? { address } : {}) }
  try {
    const body = await readBody({ req, res, bodies, owners }, 2 * mebibyte)
    res.end(body)
  } catch (err) {
    const { status, retryAfter } = err as Fault
    res.writeHead(status, { connection: 'close', 'retry-after': String(retryAfter) }).end()
  }
}

afterAll(() => void server.close())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await until(() => bodies.used() === 0, { describe: 'all bytes to be given back' })
})

function announce(owners: string, bytes: number) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`POST /${owners} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`)
  return socket
}

const statusOf = async (socket: ReturnType<typeof connect>) => {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return Number(bytes.toString('latin1').split(' ')[1])
}

const post = (owners: string, chunks: Buffer[]) =>
  new Promise<Buffer>((resolve, reject) => {
    const sent = request({ port, method: 'POST', path: `/${owners}` }, (answer) => {
      void answer.toArray().then((parts) => resolve(Buffer.concat(parts as Buffer[])))
    }).on('error', reject)
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })

describe('a budget of bodies', () => {
  it('counts what is announced before it comes, and refuses what exceeds it at once', async () => {
    announce('ws', 2 * mebibyte)
    await until(() => bodies.used() === 2 * mebibyte)
    expect(await statusOf(announce('ws', mebibyte))).toBe(429)
    expect(await statusOf(announce('ws/address', mebibyte))).toBe(503)
    expect(await post('other', [Buffer.from('small')])).toEqual(Buffer.from('small'))
  })

  it.each([
    ['workspace', 'ws', 4],
    ['address', '/address', 2],
  ])('leaves capacity for others when one %s asks for everything', async (_, owners, share) => {
    for (let i = 0; i < 20; i++) announce(owners, mebibyte)
    await until(() => bodies.used() === bytesMax / share)
    expect(await post('other/elsewhere', [Buffer.alloc(mebibyte)])).toHaveLength(mebibyte)
  })

  it('keeps capacity for small bodies when large ones have taken theirs', async () => {
    for (let i = 0; i < 20; i++) announce(`ws${i}`, mebibyte)
    await until(() => bodies.used() === (bytesMax * 3) / 4)
    expect(await statusOf(announce('another', mebibyte))).toBe(503)
    expect(await post('another', [Buffer.from('small')])).toEqual(Buffer.from('small'))
  })

  it('counts bytes of a body without a length as they come', async () => {
    announce('ws', mebibyte)
    await until(() => bodies.used() === mebibyte)
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.write('POST /ws HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.alloc(0x10000)
    for (let i = 0; i < 24; i++) socket.write(Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')]))
    expect(await statusOf(socket)).toBe(429)
  })

  it.each<[string, (socket: ReturnType<typeof connect>) => unknown]>([
    ['is answered', (socket) => socket.write(Buffer.alloc(mebibyte))],
    ['is cut before it comes', (socket) => socket.destroy()],
    ['is cut in its middle', (socket) => socket.write(Buffer.alloc(mebibyte / 2), () => socket.destroy())],
  ])('gets the bytes back when a request %s', async (_, end) => {
    const socket = announce('ws', mebibyte)
    await until(() => bodies.used() === mebibyte)
    end(socket)
    await until(() => bodies.used() === 0)
  })

  it('counts nothing for a response that has closed already', async () => {
    const res = { closed: true } as ServerResponse
    bodies.open(res, { workspace: 'ws' })(mebibyte)
    expect(bodies.used()).toBe(0)
  })
})

it('a body is read as it was sent, in chunks of any sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000 }), { minLength: 1, maxLength: 12 }),
      async (parts) => {
        const chunks = parts.map((part) => Buffer.from(part))
        expect((await post('ws', chunks)).equals(Buffer.concat(chunks))).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})
