import { type AddressInfo, createServer, type Socket } from 'node:net'

const file = 'phone,name\n+4915112345678,Ada\n'
/** Returns the start of a response. `length`: the content length to announce, which may be false. `more`: further header lines. */
const head = (length: number | string, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n${more}Content-Length: ${length}\r\n\r\n`

/** A complete, valid response, which hostile servers cut off at any byte. */
const wholeAnswer: string = `${head(file.length)}${file}`

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

/** Responses that are sent as is before the connection is closed. */
const answers: Record<string, string> = {
  empty: '',
  garbage: 'SSH-2.0-hello\r\n',
  zeros: '\0'.repeat(2_000),
  status0: 'HTTP/1.1 000 Nothing\r\n\r\n',
  status999: 'HTTP/1.1 999 Much\r\nContent-Length: 0\r\n\r\n',
  switching: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nbytes of x',
  noContent: 'HTTP/1.1 204 No Content\r\n\r\n',
  notModified: 'HTTP/1.1 304 Not Modified\r\n\r\n',
  partial: 'HTTP/1.1 206 Partial Content\r\nContent-Length: 1\r\n\r\nx',
  early: `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500)}${wholeAnswer}`,
  tooShort: `${head(1_000)}${file}`,
  tooLong: `${head(3)}${file}${file}`,
  negative: `${head(-5)}${file}`,
  twoLengths: `${head(5, 'Content-Length: 6\r\n')}${file}`,
  hugeLength: `${head('99999999999999999999')}${file}`,
  bothLengths: `${head(file.length, 'Transfer-Encoding: chunked\r\n')}${file}`,
  badChunk: `${chunked}zz\r\nabc\r\n0\r\n\r\n`,
  hugeChunk: `${chunked}ffffffffffffffff\r\nabc`,
  noLastChunk: `${chunked}3\r\nabc\r\n`,
  manyHeaders: `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`,
  longHeader: `HTTP/1.1 200 OK\r\nX-A: ${'b'.repeat(200_000)}\r\n\r\n`,
  oddHeader: `HTTP/1.1 200 OK\r\nX-\0A: b\r\nContent-Length: 0\r\n\r\n`,
  notGzip: `${head(file.length, 'Content-Encoding: gzip\r\n')}${file}`,
  quote: `${head(30)}phone,name\n"+4915112345678,Ada\n`,
  noColumns: `${head(2)}\n\n`,
  loneSurrogates: `${head(8)}\u00ff\u00fe\u0000\u00d8,\u0000\u0000\u00dc`,
  redirectNowhere: 'HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n',
  redirectOdd: 'HTTP/1.1 302 Found\r\nLocation: http://[::::\r\nContent-Length: 0\r\n\r\n',
  redirectFile: 'HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n',
  redirectRefused: 'HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
  redirectMapped: 'HTTP/1.1 308 Go\r\nLocation: http://[::ffff:127.0.0.1]:1/\r\nContent-Length: 0\r\n\r\n',
  redirectUnknown: 'HTTP/1.1 303 Go\r\nLocation: http://no-such-host.invalid/\r\nContent-Length: 0\r\n\r\n',
  redirectWithBody: `HTTP/1.1 301 Go\r\nLocation: /whole\r\nContent-Length: 100000000\r\n\r\n${'x'.repeat(100_000)}`,
}

const answerNames: readonly string[] = Object.keys(answers)

const dripEveryMs = 100

/**
 * Writes a byte at a time, and after the last one keeps the connection open, so that only a client with a deadline gets away. Resets the
 * connection after `resetAfterMs`, unless that is 0.
 */
function drip(socket: Socket, bytes: Iterable<string>, resetAfterMs: number): void {
  const source = bytes[Symbol.iterator]()
  const timer = setInterval(() => {
    const { value, done } = source.next()
    if (!done) socket.write(value, 'latin1')
  }, dripEveryMs)
  const end = resetAfterMs > 0 ? setTimeout(() => socket.resetAndDestroy(), resetAfterMs) : undefined
  socket.once('close', () => {
    clearInterval(timer)
    clearTimeout(end)
  })
}

/** Yields these bytes, and then an `x` without end: a body that outlasts any patience. */
function* endless(start: string): Generator<string> {
  yield* start
  for (;;) yield 'x'
}

/** Handles a connection as the path specifies. `/reset/17`, for example, resets it after 17 bytes of a valid response. */
function behave(socket: Socket, path: string): void {
  const [, what = '', detail = '0'] = path.split('/')
  const count = Number(detail)
  const cut = Buffer.from(wholeAnswer).subarray(0, count)
  if (what === 'whole') socket.end(wholeAnswer)
  else if (what === 'reset') socket.write(cut, () => socket.resetAndDestroy())
  else if (what === 'end') socket.end(cut)
  else if (what === 'redirect')
    socket.end(`HTTP/1.1 302 Found\r\nLocation: /redirect/${count + 1}\r\nContent-Length: 0\r\n\r\n`)
  else if (what === 'drip-head') drip(socket, wholeAnswer, count)
  else if (what === 'drip-body') drip(socket, endless(head(1_000_000)), count)
  else socket.end(answers[what] ?? '', 'latin1')
}

/** A server on 127.0.0.1 that handles each request as its path specifies. */
export type HostileServer = AsyncDisposable & { port: number }

/** Starts a server whose misbehavior depends on the path, to test clients that fetch from addresses of strangers. */
export async function startHostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    socket.once('data', (bytes) => behave(socket, pathOf(bytes)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns a request's path. For anything that isn't HTTP, such as a TLS handshake, returns a path that gets no response. */
const pathOf = (bytes: Buffer): string => /^[A-Z]+ (\S+) HTTP/.exec(bytes.toString('latin1'))?.[1] ?? '/empty'

/** The shortest time for which servers drip bytes before they reset the connection, in milliseconds. */
type DripOptions = { dripMs: number }

/**
 * Returns `count` URLs, of each kind in turn, so that even a few of them cover all kinds. They are the same each time, and few lead to a
 * whole file.
 */
export function hostileUrls({ port }: HostileServer, count: number, { dripMs }: DripOptions): string[] {
  const at = `http://127.0.0.1:${port}`
  const byte = (i: number) => i % wholeAnswer.length
  const kinds: ((i: number) => string)[] = [
    (i) => `http://127.0.0.1:1/${i}`,
    (i) => `http://no-such-host-${i}.invalid/`,
    (i) => `http://[::ffff:127.0.0.1]:1/${i}`,
    (i) => `http://[::ffff:7f00:1]:${port}/reset/${byte(i)}`,
    (i) => `${at}/redirect/${i}`,
    (i) => `${at}/reset/${byte(i)}`,
    (i) => `${at}/end/${byte(i)}`,
    (i) => `${at}/${answerNames[i % answerNames.length]}/${i}`,
    (i) => `${at}/${answerNames[(i + 1) % answerNames.length]}/${i}`,
    (i) => `https://127.0.0.1:${port}/${i}`,
    (i) => (i % 10 === 0 ? `${at}/drip-head/${dripMs + i}` : `${at}/reset/${byte(i * 7)}`),
    (i) => (i % 10 === 0 ? `${at}/drip-body/${dripMs + i}` : `${at}/end/${byte(i * 7)}`),
  ]
  return Array.from({ length: count }, (_, i) => {
    const kind = kinds[i % kinds.length]
    return kind?.(Math.floor(i / kinds.length)) ?? at
  })
}
