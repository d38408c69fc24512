import { type Answer, type Receiver, startReceiver } from '@posthorn/test-servers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Posthorn } from './index.ts'

const token = 'ph_live_key'

let server: Receiver
let posthorn: Posthorn
beforeEach(async () => {
  server = await startReceiver()
  posthorn = new Posthorn({ token, url: server.url })
})
afterEach(() => server.stop())

const json = (value: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

describe('a client', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('takes URL and key from POSTHORN_URL and POSTHORN_TOKEN, and what is passed first', async () => {
    server.respondWith(json({}))
    vi.stubEnv('POSTHORN_URL', server.url)
    vi.stubEnv('POSTHORN_TOKEN', 'ph_live_variable')
    await new Posthorn().me.get()
    await new Posthorn({ token, url: `${server.url}/passed` }).me.get()
    expect(server.requests.map(({ path, headers }) => [path, headers['token']])).toEqual([
      ['/v1/me', 'ph_live_variable'],
      ['/passed/v1/me', token],
    ])
  })

  it('is not made without URL or key', () => {
    vi.stubEnv('POSTHORN_URL', '')
    vi.stubEnv('POSTHORN_TOKEN', '')
    expect(() => new Posthorn({ token })).toThrow('url is required: pass it, or set POSTHORN_URL')
    expect(() => new Posthorn({ url: server.url })).toThrow('token is required: pass it, or set POSTHORN_TOKEN')
    expect(() => new Posthorn({ url: server.url, token: '' })).toThrow('token is empty')
    expect(() => new Posthorn({ url: 'localhost:3000', token })).toThrow('url must begin with http:// or https://')
  })

  it('shows status, headers and request id of every response, also of one that is retried', async () => {
    const lines: unknown[] = []
    const headers = { 'x-request-id': 'req_2', 'ratelimit-remaining': '9' }
    server.respondWith((_, index) => (index === 0 ? { status: 502 } : json({}, headers)))
    const client = new Posthorn({
      token,
      url: server.url,
      onResponse: ({ method, status, attempt, requestId, durationMs }) =>
        lines.push([method, status, attempt, requestId, durationMs > 0]),
    })
    const remaining: (string | null)[] = []
    await client.me.get(undefined, { onResponse: (each) => remaining.push(each.headers.get('ratelimit-remaining')) })
    expect(lines).toEqual([
      ['GET', 502, 1, undefined, true],
      ['GET', 200, 2, 'req_2', true],
    ])
    expect(remaining).toEqual([null, '9'])
  })

  it('does not repeat a request because onResponse throws', async () => {
    server.respondWith(json({}))
    const onResponse = () => {
      throw new Error('the log is full')
    }
    await expect(posthorn.me.get(undefined, { onResponse })).rejects.toThrow('the log is full')
    expect(server.requests).toHaveLength(1)
  })
})

/** What answers at an address that isn't the API's. */
const pages: Record<string, Answer> = {
  'a page': { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
  'the JSON of another API': { status: 200, ...json({ hello: 'world' }) },
  'a page that says not found': { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>Not found' },
  'a redirect': { status: 301, headers: { location: '/sign-in' } },
}

describe('following the log', () => {
  const event = (sequence: number) => ({ id: `evt_${sequence}`, event: 'message:in', sequence, data: {} })

  it('continues after the last event, through outages, until the signal', async () => {
    const stop = new AbortController()
    const answers = [json([event(8), event(9)]), json([]), { drop: true }, { status: 502 }, json([event(10)])]
    server.respondWith((_, index) => answers[index] ?? { hang: true })
    const seen: number[] = []
    for await (const { sequence } of posthorn.events.follow({ after: 7, events: ['message:*'], signal: stop.signal })) {
      seen.push(sequence)
      if (sequence === 10) stop.abort()
    }
    expect(seen).toEqual([8, 9, 10])
    const positions = server.requests.map(({ path }) => new URL(path, server.url).searchParams.get('after'))
    expect(positions.slice(0, 5)).toEqual(['7', '9', '9', '9', '9'])
    expect(server.requests[0]?.path).toContain('events=message%3A*')
  })

  it('ends while it waits, when the signal says so', async () => {
    const stop = new AbortController()
    server.respondWith(() => {
      stop.abort()
      return { hang: true }
    })
    const seen: unknown[] = []
    for await (const each of posthorn.events.follow({ after: 0, signal: stop.signal })) seen.push(each)
    expect(seen).toEqual([])
  })

  const follow = async () => {
    for await (const each of posthorn.events.follow({ after: 0 })) throw new Error(`unexpected ${each.id}`)
  }

  it('waits a random time longer than the installation asks for, at the start and later, but at most an hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const busy = (seconds: string) => new Response('{}', { status: 503, headers: { 'retry-after': seconds } })
    const list = (sequence: number) => Response.json([event(sequence)])
    const page = new Response('<html>Maintenance</html>', { headers: { 'retry-after': '120' } })
    const answers = [busy('90'), list(8), busy('1e300'), list(9), page, list(10)]
    const fake = vi.fn<typeof fetch>(async () => answers.shift() ?? Response.json([]))
    const log = new Posthorn({ token, url: server.url, fetch: fake }).events.follow({ after: 7 })
    try {
      for (const [waitMs, sequence] of [
        [90_125, 8],
        [3_600_000, 9],
        [120_125, 10],
      ] as const) {
        const asked = fake.mock.calls.length
        const next = log.next()
        await vi.advanceTimersByTimeAsync(waitMs - 1)
        expect(fake).toHaveBeenCalledTimes(asked + 1)
        await vi.advanceTimersByTimeAsync(1)
        expect((await next).value).toMatchObject({ sequence })
      }
    } finally {
      random.mockRestore()
      vi.useRealTimers()
    }
  })

  it('throws what no repeat can fix', async () => {
    server.respondWith({ status: 401, ...json({ errorCode: 'token:invalid' }) })
    await expect(follow()).rejects.toMatchObject({ errorCode: 'token:invalid' })
  })

  it.each(Object.entries(pages))(
    'ends with advice about the address if that always answers with %s',
    async (_, page) => {
      server.respondWith(page)
      const message = expect.stringContaining('check that url is the address of the API') as string
      await expect(follow()).rejects.toMatchObject({ name: 'ApiError', status: page.status, message })
    },
  )

  it('waits for an installation that is away at the start, and for pages in its place later', async () => {
    const four = (answer: Answer) => Array<Answer>(4).fill(answer)
    const answers = [...four({ drop: true }), json([event(8)]), ...four({ body: '<html>' }), json([event(9)])]
    server.respondWith((_, index) => answers[index] ?? { hang: true })
    const seen: number[] = []
    for await (const { sequence } of posthorn.events.follow({ after: 7 })) if (seen.push(sequence) === 2) break
    expect(seen).toEqual([8, 9])
  }, 30_000)
})
