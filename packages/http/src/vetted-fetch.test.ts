import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  expiredCertificate,
  localhostCertificate,
  otherNameCertificate,
  startReceiver,
  tlsKey,
  until,
} from '@posthorn/test-servers'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closing, fetcher, listening, serve, serveTcp } from './vetted-fetch.fixture.ts'

afterEach(closeAll)

describe('the vetted fetch', () => {
  it('posts the bytes and headers given and answers status, headers and body', async () => {
    await using receiver = await startReceiver({ respond: { status: 201, body: 'thanks', headers: { 'X-A': 'b' } } })
    const answer = await fetcher().post(`${receiver.url}/hook?a=1`, { body: '{"é":1}', headers: { 'X-Key': 'k' } })
    expect(answer).toMatchObject({ status: 201, body: Buffer.from('thanks'), truncated: false })
    expect(answer.headers['x-a']).toBe('b')
    expect(receiver.requests).toMatchObject([{ method: 'POST', path: '/hook?a=1', json: { é: 1 } }])
    expect(receiver.requests[0]?.headers).toMatchObject({ 'x-key': 'k', host: receiver.url.slice('http://'.length) })
  })

  it('one connection serves several exchanges, and a closed one is replaced without a failure', async () => {
    const sockets = new Set<Socket>()
    const url = await serve((req, res) => {
      sockets.add(req.socket)
      res.end('ok', () => setImmediate(() => sockets.size === 1 && req.socket.destroySoon()))
    })
    const { post } = fetcher()
    for (let i = 0; i < 10; i++) {
      expect((await post(url)).status).toBe(200)
      await until(() => i > 0 || [...sockets][0]?.destroyed)
    }
    expect(sockets.size).toBeLessThanOrEqual(3)
  })

  it('a redirect is an answer, and its target is never visited', async () => {
    await using receiver = await startReceiver({ respond: { status: 302, headers: { location: '/other' } } })
    expect((await fetcher().post(`${receiver.url}/hook`)).status).toBe(302)
    expect(receiver.requests.map((request) => request.path)).toEqual(['/hook'])
  })

  it('reads no more than 64 KiB of an endless answer and closes the connection', async () => {
    let closed = false
    const url = await serve((_req, res) => {
      res.on('close', () => {
        closed = true
      })
      const more = () => {
        while (!closed && res.write(Buffer.alloc(16_384, 97)));
      }
      res.on('drain', more)
      more()
    })
    const answer = await fetcher().post(url)
    expect(answer).toMatchObject({ status: 200, truncated: true })
    expect(answer.body).toHaveLength(65_536)
    await until(() => closed)
  })

  it('leaves a packed answer as it came, however much it would unpack to', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const url = await serve((_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect((await fetcher().post(url)).body).toEqual(bomb.subarray(0, 65_536))
  })

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['stops within the head', (socket) => void socket.write('HTTP/1.1 200 OK\r\nX-')],
    [
      'drips its body',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
        const drip = setInterval(() => socket.write('a'), 20)
        socket.on('close', () => clearInterval(drip))
      },
    ],
  ])('ends by the one deadline when the server %s', async (_what, onSocket) => {
    const url = await serveTcp(onSocket)
    const started = performance.now()
    await expect(fetcher().post(url, { timeoutMs: 200 })).rejects.toMatchObject({
      reason: 'timeout',
      bytesWritten: true,
    })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('takes unrequested interim responses, wherever they are split, and leaves bodies that look like one', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n'
    const interim =
      'HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\nHTTP/1.1 100\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
    const answer = `${interim}HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`
    const cuts = [0, 1, 8, 9, 12, 20, 23, 30, interim.length - 1, interim.length, interim.length + 9, answer.length]
    const url = await serveTcp((socket) => {
      socket.setNoDelay(true)
      let served = 0
      socket.on('data', (chunk: Buffer) => {
        if (!chunk.includes('POST')) return
        const cut = cuts[served++ % cuts.length]
        socket.write(answer.slice(0, cut))
        setTimeout(() => socket.write(answer.slice(cut)), 10)
        setTimeout(() => socket.write(body), 20)
      })
    })
    const { post } = fetcher()
    for (const _ of cuts) expect(await post(url)).toMatchObject({ status: 200, body: Buffer.from(body) })
  })

  const cutOff = 'the server closed the connection before its response was complete'
  const badLength = 'the body of the response has another length than its headers state'
  const ok = 'HTTP/1.1 200 OK\r\n'
  it.each<[string, string, string]>([
    ['SSH-2.0-hello\r\n', 'protocol', 'the response is not valid HTTP/1.1'],
    ['', 'reset', cutOff],
    [`${ok}Content-Length: 9\r\n\r\nhalf`, 'reset', cutOff],
    [`${ok}Content-Length: x\r\n\r\n`, 'protocol', badLength],
    [`${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 'protocol', 'a chunk of the response has no valid size'],
    [`${ok}X-A: ${'a'.repeat(40_000)}\r\n\r\n`, 'protocol', 'the headers of the response are too long'],
  ])('says in words of ours what is wrong with a response: %#', async (answer, reason, message) => {
    const url = await serveTcp((socket) => socket.once('data', () => socket.end(answer)))
    await expect(fetcher().post(url)).rejects.toMatchObject({ reason, message })
  })

  it('distinguishes a refused connection, a reset and nonsense, and whether anything was written', async () => {
    const port = await listening(createTcpServer())
    await closing.pop()?.()
    const { post } = fetcher()
    await expect(post(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'connect', bytesWritten: false })
    const resetting = await serveTcp((socket) => socket.once('data', () => socket.resetAndDestroy()))
    await expect(post(resetting)).rejects.toMatchObject({ reason: 'reset', bytesWritten: true })
    const nonsense = await serveTcp((socket) => socket.once('data', () => socket.end('SSH-2.0-hello\r\n')))
    await expect(post(nonsense)).rejects.toMatchObject({ reason: 'protocol', bytesWritten: true })
  })
})

describe('the vetted fetch over TLS', () => {
  const serveTls = async (offered: object, seen: { bytes: number }) => {
    const server = createTlsServer({ key: tlsKey, ...offered }, (req, res) => {
      req.on('data', (chunk: Buffer) => (seen.bytes += chunk.length)).on('end', () => res.end('ok'))
    })
    return `https://localhost:${await listening(server as unknown as Server)}/`
  }

  const tls10 = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }
  it.each([
    ['a certificate that is not trusted', { cert: localhostCertificate }, {}, /self-signed/],
    ['a certificate for another name', { cert: otherNameCertificate }, { ca: otherNameCertificate }, /another name/],
    ['an expired certificate', { cert: expiredCertificate }, { ca: expiredCertificate }, /expired/],
    ['TLS 1.0 only', { cert: localhostCertificate, ...tls10 }, { ca: localhostCertificate }, /TLS 1.2 or 1.3/],
  ])('a server with %s ends it before a byte of the request', async (_what, offered, trusted, why) => {
    const seen = { bytes: 0 }
    const posting = fetcher(trusted).post(await serveTls(offered, seen))
    await expect(posting).rejects.toMatchObject({
      reason: 'tls',
      bytesWritten: false,
      message: expect.stringMatching(why),
    })
    expect(seen.bytes).toBe(0)
  })

  it('a trusted certificate for the name is accepted', async () => {
    const seen = { bytes: 0 }
    const url = await serveTls({ cert: localhostCertificate }, seen)
    expect((await fetcher({ ca: localhostCertificate }).post(url)).status).toBe(200)
    expect(seen.bytes).toBe(2)
  })

  it('a server that takes the connection and stays silent during TLS ends it in time', async () => {
    const url = (await serveTcp(() => {})).replace('http:', 'https:')
    await expect(fetcher({ connectTimeoutMs: 150 }).post(url)).rejects.toMatchObject({
      reason: 'timeout',
      bytesWritten: false,
    })
    await expect(fetcher().post(url, { timeoutMs: 150 })).rejects.toMatchObject({
      reason: 'timeout',
      bytesWritten: false,
    })
  })
})
