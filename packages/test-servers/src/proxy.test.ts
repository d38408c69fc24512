import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProxy } from './proxy.ts'
import { until } from './until.ts'

const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket))
let target: string

beforeAll(async () => {
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
  target = `nats://user:pass@127.0.0.1:${(echo.address() as AddressInfo).port}/path`
})

afterAll(() => void echo.close())

const dial = async (port: number) => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  // Tests end with open connections, which the proxy then resets.
  socket.on('error', () => undefined)
  let received = ''
  socket.on('data', (text: string) => {
    received += text
  })
  return { socket, say: (text: string) => socket.write(text), received: () => received }
}

const failure = async (socket: Socket) => ((await once(socket, 'error')) as [NodeJS.ErrnoException])[0].code

test('bytes pass both ways, and the URL keeps everything but the address', async () => {
  await using proxy = await startProxy(target)
  expect(proxy.url).toBe(`nats://user:pass@127.0.0.1:${proxy.port}/path`)
  const { say, received } = await dial(proxy.port)
  say('hello')
  await until(() => received() === 'hello')
})

test('what comes is led to another server, and what is open stays until it is cut', async () => {
  await using proxy = await startProxy(target)
  const before = await dial(proxy.port)
  await until(() => proxy.connections() === 1)
  const other = createServer((socket) => socket.on('error', () => undefined).end('other'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const dropped = failure(before.socket)
  proxy.leadTo(`nats://127.0.0.1:${(other.address() as AddressInfo).port}`)
  const { received } = await dial(proxy.port)
  await until(() => received() === 'other')
  expect(before.socket.destroyed).toBe(false)
  proxy.cut()
  expect(await dropped).toBe('ECONNRESET')
  other.close()
})

test('cut drops what is open and serves what comes', async () => {
  await using proxy = await startProxy(target)
  const { socket } = await dial(proxy.port)
  await until(() => proxy.connections() === 1)
  proxy.cut()
  expect(await failure(socket)).toBe('ECONNRESET')
  const next = await dial(proxy.port)
  next.say('again')
  await until(() => next.received() === 'again')
})

test('hang holds bytes back on old and new connections, and resume delivers each once', async () => {
  await using proxy = await startProxy(target)
  const before = await dial(proxy.port)
  before.say('1')
  await until(() => before.received() === '1')
  proxy.hang()
  const during = await dial(proxy.port)
  before.say('2')
  during.say('3')
  await until(() => proxy.connections() === 2)
  // A third connection, directly to the echo server, shows that the held bytes had time to arrive.
  const direct = await dial((echo.address() as AddressInfo).port)
  direct.say('4')
  await until(() => direct.received() === '4')
  expect([before.received(), during.received()]).toEqual(['1', ''])
  await proxy.resume()
  await until(() => before.received() === '12' && during.received() === '3')
  direct.socket.destroy()
})

test('refuse drops what is open and refuses what comes, until resume on the same port', async () => {
  await using proxy = await startProxy(target)
  const { socket } = await dial(proxy.port)
  await until(() => proxy.connections() === 1)
  const lost = failure(socket)
  await proxy.refuse()
  expect(await lost).toBe('ECONNRESET')
  await expect(dial(proxy.port)).rejects.toThrow('ECONNREFUSED')
  await proxy.resume()
  const next = await dial(proxy.port)
  next.say('back')
  await until(() => next.received() === 'back')
})

test('silence moves no byte of what is open ever again, not after resume, and serves what comes', async () => {
  await using proxy = await startProxy(target)
  const before = await dial(proxy.port)
  before.say('1')
  await until(() => before.received() === '1')
  proxy.silence()
  before.say('2')
  await proxy.resume()
  const next = await dial(proxy.port)
  next.say('3')
  await until(() => next.received() === '3')
  expect([before.received(), before.socket.closed, proxy.connections()]).toEqual(['1', false, 1])
  proxy.cut()
  expect(await failure(before.socket)).toBe('ECONNRESET')
})
