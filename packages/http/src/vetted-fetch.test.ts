import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import os from 'node:os'
import { gzipSync } from 'node:zlib'
import {
  expiredCertificate,
  localhostCertificate,
  otherNameCertificate,
  startDnsServer,
  startReceiver,
  tlsKey,
  until,
} from '@posthorn/test-servers'
import { afterEach, describe, expect, it } from 'vitest'
import { createVettedFetcher, ExchangeError, type VettedFetcherOptions } from './index.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

function fetcher(opts: Partial<VettedFetcherOptions> = {}) {
  const made = createVettedFetcher({ allowPrivate: true, ...opts })
  closing.push(() => made.close())
  return {
    vet: made.vet,
    post: (url: string, more: { timeoutMs?: number; body?: string; headers?: Record<string, string> } = {}) =>
      made.request({ url, method: 'POST', headers: {}, body: '{}', timeoutMs: 5_000, ...more }),
  }
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

const serveTcp = async (onSocket: (socket: Socket) => void) =>
  `http://127.0.0.1:${await listening(createTcpServer(onSocket))}/`
const serve = async (handler: RequestListener) => `http://127.0.0.1:${await listening(createServer(handler))}/`

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

/** Gives this machine other addresses, such as public ones, until the end of the test. */
function haveAddresses(addresses: string[]): void {
  const { networkInterfaces } = os
  const replace = (by: () => object) => {
    Object.assign(os, { networkInterfaces: by })
    syncBuiltinESMExports()
  }
  replace(() => ({ eth0: addresses.map((address) => ({ address })) }))
  closing.push(async () => replace(networkInterfaces))
}

/** Addresses that lead into a private network, other than a single private IPv4 address. */
const innerZone =
  `0:0:0:0:0:0:0:1 fd00:0:0:0:0:0:0:1 fec0:0:0:0:0:0:0:1 fe80:0:0:0:0:0:0:1 64:ff9b:0:0:0:0:a01:203 64:ff9b:1:0:0:0:a01:203
  2002:a01:203:0:0:0:0:0 2001:0:4136:e378:8000:63bf:3fff:fdd2 169.254.169.254 93.184.216.35,fd00:0:0:0:0:0:0:1`
    .split(/\s+/)
    .map((way, i) => [`inner-${i}.example`, way.split(',')] as const)

describe('the vetted fetch where private addresses are not allowed', () => {
  it('one private answer among public ones refuses the name at the dial, and nothing is hit', async () => {
    let hits = 0
    const port = await listening(createTcpServer(() => (hits += 1)))
    await using dns = await startDnsServer({
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
      'inside.example': ['10.0.0.8'],
    })
    const { post } = fetcher({ allowPrivate: false, dnsServers: [dns.address] })
    for (const host of ['mixed.example', 'inside.example'])
      await expect(post(`https://${host}:${port}/`)).rejects.toMatchObject({ reason: 'dns', bytesWritten: false })
    await expect(post(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'not_allowed' })
    expect(hits).toBe(0)
  })

  it('a name of our network, or with an own address however it is spelled, passes creation and fails the dial within 2.5 s as one that does not exist', async () => {
    haveAddresses(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
    await using dns = await startDnsServer({
      'own.example': ['93.184.216.34'],
      'mapped.example': ['::ffff:93.184.216.34'],
      'six.example': ['2606:2800:0220:0001:0248:1893:25c8:1946'],
      'inside.example': ['10.1.2.3'],
      'inside-mapped.example': ['::ffff:10.1.2.3'],
      ...Object.fromEntries(innerZone),
      'broken.example': 'servfail',
      'silent.example': 'silence',
      'empty.example': [],
    })
    const refused = { count: 0, add: () => void (refused.count += 1) }
    const { post, vet } = fetcher({
      allowPrivate: false,
      dnsServers: [dns.address],
      metrics: { counter: () => refused },
    })
    const outcomeOf = async (name: string) => {
      await vet(`https://${name}.example/`)
      const failed = await post(`https://${name}.example/`).catch((err: ExchangeError) => err)
      if (!(failed instanceof ExchangeError)) throw new Error(`${name} was reached`)
      const { reason, message, cause } = failed
      return { reason, message, cause }
    }
    const ofInner = innerZone.map(([name]) => name.replace('.example', ''))
    const ofOurs = ['own', 'mapped', 'six', 'inside', 'inside-mapped', ...ofInner]
    const started = performance.now()
    const outcomes = await Promise.all([...ofOurs, 'unknown', 'broken', 'silent', 'empty'].map(outcomeOf))
    expect(performance.now() - started).toBeLessThan(2_500)
    for (const outcome of outcomes)
      expect(outcome).toEqual({ reason: 'dns', message: 'no public address was found for the name' })
    expect(refused.count).toBe(ofOurs.length)
  })

  it('a name that turns private after its creation is refused at the next dial', async () => {
    const zone = { 'turning.example': ['93.184.216.34'] }
    await using dns = await startDnsServer(zone)
    const { post, vet } = fetcher({ allowPrivate: false, dnsServers: [dns.address] })
    await vet('https://turning.example/')
    zone['turning.example'] = ['127.0.0.1']
    await expect(post('https://turning.example/')).rejects.toMatchObject({ reason: 'dns', bytesWritten: false })
  })

  it.each(['http', 'https'])('of the addresses of a name over %s, one that accepts is reached', async (scheme) => {
    const tls = { key: tlsKey, cert: otherNameCertificate }
    const answer: RequestListener = (_, res) => void res.end('ok')
    const port = await listening(scheme === 'https' ? createTlsServer(tls, answer) : createServer(answer))
    await using dns = await startDnsServer({ 'hooks.test': ['127.0.0.2', '127.0.0.3', '127.0.0.1'] })
    const { post } = fetcher({ dnsServers: [dns.address], ca: otherNameCertificate })
    expect((await post(`${scheme}://hooks.test:${port}/`)).status).toBe(200)
  })

  it('of many addresses of a name, four are tried, of both families if it has both', async () => {
    const port = await listening(createServer((_, res) => void res.end('ok')))
    const others = Array.from({ length: 50 }, (_, i) => `127.0.1.${i + 1}`)
    await using dns = await startDnsServer({
      'fourth.test': [...others.slice(0, 3), '127.0.0.1', ...others.slice(3)],
      'fifth.test': [...others.slice(0, 4), '127.0.0.1'],
      'both.test': [others[0] as string, '127.0.0.1', ...others, '2001:db8::1', '2001:db8::2', '2001:db8::3'],
    })
    const { post } = fetcher({ dnsServers: [dns.address] })
    for (const host of ['fourth.test', 'both.test']) expect((await post(`http://${host}:${port}/`)).status).toBe(200)
    await expect(post(`http://fifth.test:${port}/`)).rejects.toMatchObject({ bytesWritten: false })
  })

  it('localhost is the loopback address even where no name server answers', async () => {
    const url = await serve((_, res) => res.end('ok'))
    const { post } = fetcher({ dnsServers: ['127.0.0.1:1'] })
    expect((await post(url.replace('127.0.0.1', 'localhost'))).status).toBe(200)
  })

  it('a chain of twenty names and a thousand answers take less than 2.5 s of CPU, a private one among them refuses all', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `93.184.${i >> 8}.${i & 255}`)
    await using dns = await startDnsServer({
      'chain.example': { through: 20, to: ['93.184.216.34'] },
      'inward.example': { through: 20, to: ['127.0.0.1'] },
      'many.example': many,
      'hidden.example': [...many, '10.0.0.8'],
    })
    const { post } = fetcher({ allowPrivate: false, dnsServers: [dns.address], connectTimeoutMs: 50 })
    const begun = process.threadCpuUsage()
    const refused = []
    // One after the other: together, they compete with the name server in this process.
    for (const name of ['chain', 'many', 'inward', 'hidden']) {
      const failed = await post(`https://${name}.example/`).catch((err: ExchangeError) => err)
      if (failed instanceof ExchangeError && failed.reason === 'dns') refused.push(name)
    }
    expect(refused).toEqual(['inward', 'hidden'])
    const { user, system } = process.threadCpuUsage(begun)
    expect((user + system) / 1_000).toBeLessThan(2_500)
  })
})
