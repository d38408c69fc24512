import { type Receiver, startReceiver } from '@posthorn/test-servers'
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
