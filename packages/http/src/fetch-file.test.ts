import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Fault } from '@posthorn/contracts'
import { hostileUrls, startHostileServer, startHttpServer } from '@posthorn/test-servers'
import { afterAll, describe, expect, it } from 'vitest'
import { createVettedFetcher, fetchFile, openSpool, spool, type VettedFetcher } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-fetch-'))
afterAll(() => rmSync(folder, { recursive: true }))
const options = { folder, bytesMax: 1_000, timeoutMs: 2_000 }

function fetcher() {
  const made = createVettedFetcher({ allowPrivate: true })
  return { ...made, [Symbol.asyncDispose]: () => made.close() }
}

it('a stream that fails before its file is open is refused with its error, which ends no process', async () => {
  const bytes = new PassThrough()
  const spooled = spool(bytes, options)
  bytes.destroy(new Error('failed early'))
  await expect(spooled).rejects.toThrow('failed early')
  expect(readdirSync(folder)).toEqual([])
})

describe('fetching a file', () => {
  it('refuses a public address that redirects to a private one or another scheme, at any hop, and reaches nothing there', async () => {
    let hits = 0
    const inside = createServer(() => (hits += 1))
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    const strict = createVettedFetcher({ allowPrivate: false })
    const hosts = '127.0.0.1 0x7f.1 2130706433 [::ffff:7f00:1] localhost 169.254.169.254 me@127.1 user:pass@localhost'
    const targets = hosts.split(' ').map((host) => `https://${host}:${port}/`)
    targets.push(`http://127.0.0.1:${port}/`, `ftp://127.0.0.1:${port}/`, `gopher://8.8.8.8/_x`, 'file:///etc/passwd')
    const first = 'https://8.8.8.8/'
    for (const target of targets) {
      // Simulates the public hops: no public server redirects to us. The path says how many are left.
      const redirecting: VettedFetcher = {
        ...strict,
        request: async (request) => {
          if (!request.url.startsWith(first)) return strict.request(request)
          request.sink?.end()
          const left = Number(request.url.slice(first.length))
          const headers = { location: left === 0 ? target : `${first}${left - 1}` }
          return { status: 302, headers, body: Buffer.alloc(0), truncated: false, latencyMs: 1 }
        },
      }
      for (const hops of [0, 1, 2])
        await expect(fetchFile(redirecting, `${first}${hops}`, options), target).rejects.toMatchObject({
          code: 'url:not_allowed',
        })
    }
    expect(hits).toBe(0)
    await strict.close()
    inside.close()
  })

  it('follows three redirects and no more, without reading their bodies', async () => {
    await using strange = fetcher()
    await using server = await startHttpServer((req, res) => {
      const left = Number(req.url?.slice(1))
      if (left === 0) return void res.end('phone\n')
      res.writeHead(302, { location: `/${left - 1}` }).write('x'.repeat(100_000))
    })
    const { spooled } = await fetchFile(strange, `${server.url}/3`, options)
    expect(spooled.size).toBe(6)
    await spooled[Symbol.asyncDispose]()
    await expect(fetchFile(strange, `${server.url}/4`, options)).rejects.toMatchObject({ code: 'file:fetch_failed' })
  })

  it('ends an answer without an end at the limit', async () => {
    await using strange = fetcher()
    let written = 0
    await using server = await startHttpServer((_req, res) => {
      const more = () => {
        while (!res.destroyed && res.write('x'.repeat(10_000))) written += 10_000
      }
      res.on('drain', more)
      more()
    })
    await expect(fetchFile(strange, server.url, options)).rejects.toMatchObject({ code: 'file:too_large', status: 413 })
    expect(written).toBeLessThan(8 * 1024 ** 2)
  })

  it('says of what may be over soon that another try may succeed, and of nothing else', async () => {
    await using strange = fetcher()
    const closed = await startHttpServer(() => {})
    await closed[Symbol.asyncDispose]()
    await using server = await startHttpServer((req, res) => {
      const status = Number(req.url?.slice(1))
      if (status === 0) req.socket.destroy()
      else res.writeHead(status).end()
    })
    const tries: [string, string][] = [
      [closed.url, 'file:unavailable'],
      ['http://no-such-host.invalid/', 'file:unavailable'],
      [`${server.url}/0`, 'file:unavailable'],
      [`${server.url}/503`, 'file:unavailable'],
      [`${server.url}/429`, 'file:unavailable'],
      [`${server.url}/404`, 'file:fetch_failed'],
      [`${server.url}/403`, 'file:fetch_failed'],
    ]
    for (const [url, code] of tries) {
      const retryable = code === 'file:unavailable'
      await expect(fetchFile(strange, url, options), url).rejects.toMatchObject({ code, retryable })
    }
  })

  it('tells why the server could not be read', async () => {
    await using strange = fetcher()
    const closed = await startHttpServer(() => {})
    await closed[Symbol.asyncDispose]()
    await using server = await startHttpServer(
      ({ socket }) => void socket.end('HTTP/1.1 200\r\ncontent-length: x\r\n\r\n'),
    )
    const tries = [
      [closed.url, 'the server refuses the connection: nothing listens at this port.'],
      [server.url, 'the body of the response has another length than its headers state.'],
    ] as const
    for (const [url, sentence] of tries) await expect(fetchFile(strange, url, options)).rejects.toThrow(sentence)
  })

  it('keeps one deadline over all redirects', async () => {
    await using strange = fetcher()
    await using server = await startHttpServer((req, res) => {
      setTimeout(() => res.writeHead(302, { location: `/${req.url?.length}` }).end(), 250)
    })
    const started = performance.now()
    await expect(fetchFile(strange, server.url, { ...options, timeoutMs: 400 })).rejects.toThrow(
      'the server gave no whole response in time',
    )
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('fails at once with the fault of the disk when the bytes cannot be kept', async () => {
    await using strange = fetcher()
    await using server = await startHttpServer((_, res) => void res.write('x'))
    const lost = { ...options, folder: join(folder, 'missing'), timeoutMs: 60_000 }
    await expect(fetchFile(strange, server.url, lost)).rejects.toThrow('ENOENT')
  })

  it('ends at once when what should keep the bytes was closed before it began', async () => {
    await using strange = fetcher()
    await using server = await startHttpServer((_, res) => void res.write('x'))
    const request = { url: server.url, method: 'GET' as const, headers: {}, timeoutMs: 60_000 }
    const sink = new PassThrough().destroy()
    await expect(strange.request({ ...request, sink })).rejects.toThrow('the bytes of the answer could not be kept')
  })

  it('ends with a reason for each of 360 hostile addresses, leaves no file, and no error is left without a listener', async () => {
    await using strange = fetcher()
    await using server = await startHostileServer()
    const urls = hostileUrls(server, 360, { dripMs: 1_000 })
    const unheard: unknown[] = []
    const note = (err: unknown) => unheard.push(err)
    process.on('uncaughtExceptionMonitor', note)
    const ends = await Promise.allSettled(urls.map((url) => fetchFile(strange, url, options)))
    const odd = ends.flatMap((end, i) => {
      if (end.status === 'rejected') return end.reason instanceof Fault ? [] : [`${urls[i]}: ${String(end.reason)}`]
      void end.value.spooled[Symbol.asyncDispose]()
      return []
    })
    expect(odd).toEqual([])
    const refused = ends.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(urls.length / 2)
    await expect.poll(() => readdirSync(folder)).toEqual([])
    process.off('uncaughtExceptionMonitor', note)
    expect(unheard).toEqual([])
  })
})

it('what a process that died has left of uploads is removed at the next start, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-spool-'))
  const old = new Date(Date.now() - 2 * 3_600_000)
  const left = 'posthorn-upload-0f8fad5b-d9cb-469f-a165-70867728950e'
  const [fresh, folders, others] = [left.replace('0f8f', '1f8f'), 'posthorn-upload-x', 'notes.txt']
  for (const name of [left, fresh, others]) writeFileSync(join(folder, name), 'x')
  mkdirSync(join(folder, folders))
  for (const name of [left, folders, others]) utimesSync(join(folder, name), old, old)
  await openSpool(folder)
  expect([left, fresh, folders, others].filter((name) => existsSync(join(folder, name)))).toEqual([
    fresh,
    folders,
    others,
  ])
  await openSpool(join(folder, 'made'))
  expect(existsSync(join(folder, 'made'))).toBe(true)
  rmSync(folder, { recursive: true, force: true })
})
