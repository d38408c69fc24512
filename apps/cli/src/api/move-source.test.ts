import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { patientFetch } from './fetch.ts'
import { type MoveSource, readService } from './move-source.ts'

const device = '64fa0c1b2d3e4f5061728394'
const contactsPath = `/v1/chat/${device}/contacts`

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown }
/** Returns the response to a request for a page of contacts. */
type Paging = (query: URLSearchParams, rows: readonly object[], cap: number) => Reply

type Previous = AsyncDisposable & { url: string; requests: string[] }

/** Starts a fake previous service with these contacts. `before` may respond to a request or end it. */
async function startPrevious(
  contacts: (query: URLSearchParams) => Reply,
  before: (req: IncomingMessage, res: ServerResponse) => boolean = () => false,
): Promise<Previous> {
  const requests: string[] = []
  const server = createServer((req, res) => {
    requests.push(req.url ?? '')
    if (before(req, res)) return
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://previous')
    const isFirst = searchParams.get('page') !== '1'
    const others: Record<string, unknown> = {
      [`/v1/devices/${device}/labels`]: isFirst ? [{ name: 'VIP' }] : [],
      [`/v1/chat/${device}/chats`]: [],
      '/v1/webhooks': isFirst ? [{ id: 'hook', url: 'https://bot.example.com' }] : [],
    }
    const reply = pathname === contactsPath ? contacts(searchParams) : { body: others[pathname] }
    const { status = reply.body === undefined ? 404 : 200, headers = {}, body } = reply
    res.writeHead(status, { 'content-type': 'application/json', ...headers })
    res.end(JSON.stringify(body ?? { message: 'not there' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, requests, [Symbol.asyncDispose]: stop }
}

const people = (count: number) => Array.from({ length: count }, (_, i) => ({ phone: `+49151${10_000_000 + i}` }))

function read({ url }: { url: string }, said: string[] = []): Promise<MoveSource> {
  const fetch = patientFetch({ say: (line) => said.push(line), tries: 4, firstPauseMs: 1 })
  return readService(url, { key: 'key', device, fetch, onRead: () => {} })
}

const pageOf = (rows: readonly object[], at: number, size: number) => rows.slice(at * size, (at + 1) * size)
const sizeOf = (query: URLSearchParams, cap: number) => Math.min(cap, Number(query.get('size') ?? 20))
const numberOf = (query: URLSearchParams, name: string) => Number(query.get(name) ?? 0)
const plain = (query: URLSearchParams, rows: readonly object[], cap: number) =>
  pageOf(rows, numberOf(query, 'page'), sizeOf(query, cap))

const pagings: Record<string, Paging> = {
  'pages by number until an empty page': (query, rows, cap) => ({ body: plain(query, rows, cap) }),
  'rows within an object': (query, rows, cap) => ({ body: { ok: true, data: plain(query, rows, cap) } }),
  'a count of all rows in a header': (query, rows, cap) => ({
    headers: { 'x-total-count': String(rows.length) },
    body: plain(query, rows, cap),
  }),
  'a count of the rows of each page': (query, rows, cap) => {
    const items = plain(query, rows, cap)
    return { body: { count: items.length, items } }
  },
  'links to the next page': (query, rows, cap) => {
    const [at, size] = [numberOf(query, 'start'), sizeOf(query, cap)]
    const target = `https://elsewhere.example.com${contactsPath}?start=${at + size}&size=${size}`
    const rel = at + size < rows.length ? 'next' : 'first'
    return { headers: { link: `<${target}>; rel="${rel}"` }, body: rows.slice(at, at + size) }
  },
  'the number of the next page in the body': (query, rows, cap) => {
    const [page, size] = [numberOf(query, 'page'), sizeOf(query, cap)]
    return { body: { results: pageOf(rows, page, size), next: (page + 1) * size < rows.length ? page + 1 : null } }
  },
  'a cursor in the body': (query, rows, cap) => {
    const [at, size] = [Number((query.get('cursor') ?? 'at-0').slice(3)), sizeOf(query, cap)]
    const next = at + size < rows.length ? `at-${at + size}` : null
    return { body: { results: rows.slice(at, at + size), meta: { next } } }
  },
  'a mark that there is more': (query, rows, cap) => {
    const [page, size] = [numberOf(query, 'page'), sizeOf(query, cap)]
    return { body: { rows: pageOf(rows, page, size), hasMore: (page + 1) * size < rows.length } }
  },
  'pages counted from 1': (query, rows, cap) => ({
    body: pageOf(rows, Math.max(0, numberOf(query, 'page') - 1), sizeOf(query, cap)),
  }),
  'no pages at all': (_, rows) => ({ body: rows }),
  'not found behind the last page': (query, rows, cap) => {
    const body = plain(query, rows, cap)
    return body.length === 0 && numberOf(query, 'page') > 0 ? { status: 404 } : { body }
  },
  'a last page that repeats': (query, rows, cap) => {
    const size = sizeOf(query, cap)
    const last = Math.max(0, Math.ceil(rows.length / size) - 1)
    return { body: pageOf(rows, Math.min(last, numberOf(query, 'page')), size) }
  },
  'pages of a size of its own only': (query, rows, cap) =>
    Number(query.get('size') ?? 0) > cap ? { status: 400 } : { body: pageOf(rows, numberOf(query, 'page'), 20) },
}

describe('a list of the previous service', () => {
  it.each(Object.entries(pagings))('is read whole, whatever a page holds: %s', async (_, paging) => {
    for (const cap of [7, 100, 200]) {
      for (const count of [0, 1, cap - 1, cap, cap + 1, 3 * cap]) {
        const rows = people(count)
        await using previous = await startPrevious((query) => paging(query, rows, cap))
        const { contacts, labels, webhooks, unread } = await read(previous)
        expect([contacts, labels.length, webhooks.length, unread]).toEqual([rows, 1, 1, []])
      }
    }
  })

  it('that has fewer rows than the service counts is named, and one that is refused leaves the others', async () => {
    const reply = { headers: { 'x-total-count': '9' }, body: people(3) }
    await using short = await startPrevious(
      () => reply,
      (req, res) => {
        const isRefused = req.url?.includes('/labels') === true
        if (isRefused) res.writeHead(403).end()
        return isRefused
      },
    )
    expect(await read(short)).toMatchObject({
      contacts: people(3),
      labels: [],
      webhooks: [{ id: 'hook' }],
      unread: [
        { kind: 'contacts', reason: 'the service counts 9 and returned 3' },
        { kind: 'labels', reason: expect.stringContaining('403') },
      ],
    })
  })
})

/** Ways in which a server can fail temporarily. */
const failures: Record<string, (res: ServerResponse) => void> = {
  '429 with a pause in seconds': (res) => void res.writeHead(429, { 'retry-after': '0' }).end(),
  '429 with a date': (res) => void res.writeHead(429, { 'retry-after': new Date().toUTCString() }).end(),
  '429 without a pause': (res) => void res.writeHead(429).end(),
  'a lost attempt that still runs': (res) =>
    void res.writeHead(409).end(JSON.stringify({ errorCode: 'idempotency:in_flight' })),
  '408': (res) => void res.writeHead(408).end(),
  '500': (res) => void res.writeHead(500).end(),
  '502 with a page of a proxy': (res) => void res.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),
  '503 with a pause': (res) => void res.writeHead(503, { 'retry-after': '0' }).end(),
  '504': (res) => void res.writeHead(504).end(),
  'a connection that is reset': (res) => void res.socket?.destroy(),
  'a body that breaks off': (res) => {
    res.writeHead(200, { 'content-length': '1000' })
    res.write('[{')
    res.socket?.end()
  },
}

describe('a request to the previous service', () => {
  it.each(Object.entries(failures))('is repeated, and says so, after %s, whatever it asks for', async (_, fail) => {
    const failed = new Set<string>()
    await using previous = await startPrevious(
      (query) => ({ body: plain(query, people(300), 100) }),
      ({ url = '' }, res) => {
        if (failed.has(url)) return false
        failed.add(url)
        fail(res)
        return true
      },
    )
    const said: string[] = []
    const { contacts, labels, webhooks } = await read(previous, said)
    expect([contacts.length, labels.length, webhooks.length]).toEqual([300, 1, 1])
    expect(said).toHaveLength(failed.size)
    expect(said[0]).toMatch(/^127\.0\.0\.1:\d+: .+; try 2 of 4 in 1 s$/)
  })

  it('ends with the reason when a failure does not pass, and asks about the key only where it may be wrong', async () => {
    const reasonOf = async (status: number) => {
      await using previous = await startPrevious(() => ({ status, body: {} }))
      return await read(previous).catch((error: Error) => error.message)
    }
    for (const status of [401, 403]) expect(await reasonOf(status)).toMatch(/is the key right\?$/)
    for (const status of [400, 404, 429, 500, 501, 503]) {
      const reason = await reasonOf(status)
      expect(reason).toContain(`answered ${status}`)
      expect(reason).not.toContain('key')
    }
  })

  it('does not follow a redirect, which would hand the key to another address', async () => {
    await using previous = await startPrevious(() => ({
      status: 302,
      headers: { location: 'https://elsewhere.example.com' },
      body: {},
    }))
    await expect(read(previous)).rejects.toThrow('redirects to https://elsewhere.example.com')
  })
})
