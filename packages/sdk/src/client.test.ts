import { failing, type ReceivedRequest, type Receiver, startReceiver } from '@posthorn/test-servers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, ConnectionError, Posthorn } from './index.ts'

const token = 'ph_live_key'
const phone = '+4915112345678'

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
const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  ...json({ status, errorCode: code, message: `Refused: ${code}`, errors: [], requestId: 'req_1', ...more }),
})
const received = (index: number): ReceivedRequest => {
  const request = server.requests[index]
  if (request === undefined) throw new Error(`there is no request ${index}`)
  return request
}

describe('a call', () => {
  it('is one request with key, path, query or body as the API takes them', async () => {
    server.respondWith(json({ id: 'msg_1' }))
    expect(await posthorn.messages.send({ phone, message: 'It\'s "here": 👋' })).toEqual({ id: 'msg_1' })
    await posthorn.messages.get({ id: 'msg_1/../x' })
    await posthorn.contacts.removeTags({ id: 'con_1', tags: ['a b', 'c&d'] })
    await posthorn.contacts.update({ id: 'con_1', name: 'Ada' })
    await posthorn.contacts.remove({ id: 'con_1' })
    expect(server.requests.map(({ method, path, json: body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/v1/messages', body: { phone, message: 'It\'s "here": 👋' } },
      { method: 'GET', path: '/v1/messages/msg_1%2F..%2Fx', body: undefined },
      { method: 'POST', path: '/v1/contacts/con_1/tags/remove', body: { tags: ['a b', 'c&d'] } },
      { method: 'PATCH', path: '/v1/contacts/con_1', body: { name: 'Ada' } },
      { method: 'DELETE', path: '/v1/contacts/con_1', body: undefined },
    ])
    expect(received(0).headers).toMatchObject({ token, 'content-type': 'application/json' })
    expect(server.requests.map(({ headers }) => headers['idempotency-key'] !== undefined)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
  })

  it('writes named values of a query as field[name], and a Date as a time', async () => {
    server.respondWith(json([]))
    await posthorn.contacts.list({ field: { plan: 'gold' }, blocked: false, tag: ['a', 'b'] }).page()
    expect(Object.fromEntries(new URL(received(0).path, server.url).searchParams)).toEqual({
      'field[plan]': 'gold',
      blocked: 'false',
      tag: 'b',
    })
    const at = new Date(0) as unknown as string
    await posthorn.events.list({ occurredAfter: at })
    expect(received(1).path).toBe('/v1/events?occurredAfter=1970-01-01T00%3A00%3A00.000Z')
    await posthorn.contacts.list({ field: { since: at }, tag: [at] }).page()
    expect(received(2).path).toBe(
      '/v1/contacts?field%5Bsince%5D=1970-01-01T00%3A00%3A00.000Z&tag=1970-01-01T00%3A00%3A00.000Z',
    )
  })

  it('is not made with a value that no header can have, which no repeat can fix', async () => {
    const sending = posthorn.messages.send({ phone, message: 'x' }, { idempotencyKey: 'order → 1042' })
    await expect(sending).rejects.toBeInstanceOf(TypeError)
    expect(server.requests).toEqual([])
  })

  it.each(['', '.', '..'])('is not made with the id %j, which would address a different operation', async (label) => {
    await expect(posthorn.labels.removeFromChat({ id: 'chat_1', label })).rejects.toThrow('label')
    expect(server.requests).toEqual([])
  })

  it('keeps a path before /v1 of the address', async () => {
    server.respondWith(json({}))
    await new Posthorn({ token, url: `${server.url}/messages/v1/` }).me.get()
    expect(received(0).path).toBe('/messages/v1/me')
  })
})

describe('a refusal', () => {
  it('is an ApiError with status, code, request id and the faulty fields', async () => {
    const errors = [{ path: 'phone', code: 'phone:invalid', message: 'is no phone' }]
    server.respondWith(refusal(400, 'request:invalid', { errors, docs: 'https://example.com/docs' }))
    const refused = await posthorn.messages.send({ phone: '1', message: 'x' }).catch((err: unknown) => err)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({
      status: 400,
      errorCode: 'request:invalid',
      requestId: 'req_1',
      errors,
      retryable: false,
    })
    expect(server.requests).toHaveLength(1)
  })

  it('is a line of a log with its code, fields and request', async () => {
    const line = async () => String(await posthorn.me.get().catch((reason: unknown) => reason))
    server.respondWith(refusal(400, 'request:invalid', { errors: [{ path: 'phone' }, { path: 'media.url' }] }))
    expect(await line()).toBe('ApiError: Refused: request:invalid (request:invalid in phone, media.url, request req_1)')
    server.respondWith(refusal(401, 'token:invalid'))
    expect(await line()).toBe('ApiError: Refused: token:invalid (token:invalid, request req_1)')
    server.respondWith(refusal(400, 'foreign', { errors: ['bad', null] }))
    expect(await line()).toBe('ApiError: Refused: foreign (foreign, request req_1)')
  })

  it('of something between the client and the API has a code, too', async () => {
    server.respondWith({ status: 404, body: '<html>' })
    await expect(posthorn.me.get()).rejects.toMatchObject({ name: 'ApiError', status: 404, errorCode: 'http:404' })
  })
})

describe('a failed attempt', () => {
  it('is repeated after 429, 5xx, a lost connection and a page that is not JSON, with the same Idempotency-Key', async () => {
    const answers = [
      refusal(429, 'rate:limited', { retryable: true }),
      { status: 502, body: 'Bad Gateway' },
      { drop: true },
      { body: '<html>Maintenance</html>' },
      json({ id: 'msg_1' }),
    ]
    server.respondWith((_, index) => answers[index] ?? json({}))
    expect(await posthorn.messages.send({ phone, message: 'x' }, { retries: 4 })).toEqual({ id: 'msg_1' })
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(server.requests).toHaveLength(5)
    await posthorn.messages.send({ phone, message: 'x' }, { idempotencyKey: 'order-1042' })
    expect(received(5).headers['idempotency-key']).toBe('order-1042')
    expect(received(4).headers['idempotency-key']).not.toBe('order-1042')
  })

  it('is repeated no earlier than Retry-After says', async () => {
    const busy = { ...refusal(503, 'service:overloaded', { retryable: true }), headers: { 'retry-after': '1' } }
    server.respondWith((_, index) => (index === 0 ? busy : json({})))
    await posthorn.me.get()
    expect(received(1).receivedAt - received(0).receivedAt).toBeGreaterThanOrEqual(990)
  })

  it('is repeated when the API says that it may succeed later, and at the time that the server means', async () => {
    const date = (inMs: number) => new Date(Date.parse('2031-05-01') + inMs).toUTCString()
    const busy = refusal(409, 'chat:sending', { retryable: true })
    const late = { ...busy, headers: { date: date(0), 'retry-after': date(2_000) } }
    server.respondWith((_, index) => (index === 0 ? late : index === 1 ? busy : json({ removed: true })))
    expect(await posthorn.contacts.remove({ id: 'con_1' })).toEqual({ removed: true })
    expect(received(1).receivedAt - received(0).receivedAt).toBeGreaterThanOrEqual(1_990)
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('is reported when the wait would be long, when it cannot help, and after the last attempt', async () => {
    server.respondWith({ ...refusal(429, 'rate:limited', { retryable: true }), headers: { 'retry-after': '3600' } })
    await expect(posthorn.me.get()).rejects.toMatchObject({ errorCode: 'rate:limited', retryAfter: 3600 })
    server.respondWith(refusal(500, 'server:error', { retryable: false }))
    await expect(posthorn.me.get()).rejects.toMatchObject({ errorCode: 'server:error' })
    expect(server.requests).toHaveLength(2)
    server.respondWith(failing({ rate: 1, seed: 1, status: 503 }))
    await expect(posthorn.me.get(undefined, { retries: 1 })).rejects.toMatchObject({ errorCode: 'http:503' })
    expect(server.requests).toHaveLength(4)
  })

  it.each(['<html>Sign in</html>', '{"id":', '', '{}'])('is an ApiError if the list has the body %j', async (body) => {
    server.respondWith({ body })
    const read = async () => posthorn.contacts.list({}, { retries: 0 }).page()
    const message = expect.stringMatching(/^The server responded with 200, .*: check that url /) as string
    await expect(read()).rejects.toMatchObject({ name: 'ApiError', status: 200, errorCode: 'http:200', message })
  })

  it('is a ConnectionError when there is no answer in time, or no one listens', async () => {
    server.respondWith({ hang: true })
    await expect(posthorn.me.get(undefined, { timeoutMs: 50, retries: 0 })).rejects.toBeInstanceOf(ConnectionError)
    await server.stop()
    await expect(posthorn.me.get(undefined, { retries: 0 })).rejects.toBeInstanceOf(ConnectionError)
  })

  it('is not repeated when the caller ends the call, who gets the reason of the signal', async () => {
    const stop = new AbortController()
    server.respondWith(() => {
      stop.abort(new Error('enough'))
      return { status: 503 }
    })
    await expect(posthorn.me.get(undefined, { signal: stop.signal })).rejects.toThrow('enough')
    await expect(posthorn.me.get(undefined, { signal: stop.signal })).rejects.toThrow('enough')
    expect(server.requests).toHaveLength(1)
  })

  it('is not waited for when the caller has ended the call before the pause', async () => {
    const stop = new AbortController()
    server.respondWith({ status: 503, headers: { 'retry-after': '30' } })
    const onResponse = () => stop.abort(new Error('enough'))
    const startedAt = performance.now()
    await expect(posthorn.me.get(undefined, { signal: stop.signal, onResponse })).rejects.toThrow('enough')
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

describe('a list', () => {
  const pages = [
    json([{ id: 'con_1' }, { id: 'con_2' }], {
      link: '<https://elsewhere.example/v1/contacts?cursor=c%2F2>; rel="next"',
    }),
    json([{ id: 'con_3' }]),
  ]

  it('goes through all pages, and asks only the address of the client', async () => {
    server.respondWith((_, index) => pages[index] ?? {})
    const ids: string[] = []
    for await (const { id } of posthorn.contacts.list({ size: 2 })) ids.push(id)
    expect(ids).toEqual(['con_1', 'con_2', 'con_3'])
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/contacts?size=2', '/v1/contacts?size=2&cursor=c%2F2'])
  })

  it('asks for no page that is not read', async () => {
    server.respondWith((_, index) => pages[index] ?? {})
    for await (const { id } of posthorn.contacts.list()) if (id === 'con_2') break
    expect(server.requests).toHaveLength(1)
    server.respondWith(pages[0] ?? {})
    expect(await posthorn.contacts.list().page()).toEqual({ items: [{ id: 'con_1' }, { id: 'con_2' }], next: 'c/2' })
  })
})

describe('an upload', () => {
  const formOf = ({ headers, body }: ReceivedRequest) =>
    new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()

  it('sends a file, a blob or bytes as a form with its fields', async () => {
    server.respondWith(json({ id: 'file_1' }))
    await posthorn.files.create({ file: new File(['abc'], 'a "b".txt', { type: 'text/plain' }) })
    await posthorn.files.create({ file: new Blob(['abc']), filename: 'c.txt', mime: 'text/plain' })
    await posthorn.imports.create({
      file: new TextEncoder().encode('phone\n') as Uint8Array,
      mapping: { Tel: 'phone' },
      tags: ['a', 'b'],
    })
    const forms = await Promise.all(server.requests.map(formOf))
    const files = forms.map((form) => form.get('file') as File)
    expect(files.map(({ name }) => name)).toEqual(['a "b".txt', 'c.txt', 'file'])
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['abc', 'abc', 'phone\n'])
    expect(forms.map((form) => [form.get('mapping'), form.getAll('tags')])[2]).toEqual(['{"Tel":"phone"}', ['a', 'b']])
  })

  it('sends a stream as it comes, once', async () => {
    server.respondWith({ status: 503 })
    const stream = () => new Blob(['a'.repeat(200_000)]).stream()
    const fields = { filename: 'ä".txt', mime: 'text/plain' }
    await expect(posthorn.files.create({ file: stream(), ...fields })).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(1)
    const file = (await formOf(received(0))).get('file') as File
    expect([file.name, file.type, (await file.text()).length]).toEqual(['ä".txt', 'text/plain', 200_000])
  })

  it('leaves JSON alone where the operation accepts an id', async () => {
    server.respondWith(json({ id: 'imp_1' }))
    await posthorn.imports.create({ file: 'file_1' })
    expect(received(0).json).toEqual({ file: 'file_1' })
  })
})

describe('a download', () => {
  const html = { 'content-type': 'text/html; charset=utf-8' }

  it('is handed over as it comes', async () => {
    server.respondWith({ headers: { 'content-type': 'image/png' }, body: 'bytes' })
    const answer = await posthorn.files.download({ id: 'file_1' })
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['image/png', 'bytes'])
  })

  it.each([
    ['was refused', refusal(404, 'file:not_found')],
    ['was the page of a proxy', { headers: html, body: 'page' }],
    ['was read', { headers: { 'content-type': 'image/png' }, body: 'bytes' }],
  ])('that %s leaves no listener at the signal', async (_how, answer) => {
    server.respondWith(answer)
    const { signal } = new AbortController()
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
    const download = posthorn.files.download({ id: 'file_1' }, { signal, retries: 0 })
    await download.then((response) => response.text()).catch(() => {})
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
  })

  it('is not the page of a proxy, which is repeated, but may be an HTML file', async () => {
    const answers = [
      { headers: html, body: 'page' },
      { headers: { ...html, 'content-disposition': 'attachment' }, body: 'file' },
    ]
    server.respondWith((_, index) => answers[index] ?? { headers: html, body: 'page' })
    expect(await (await posthorn.files.download({ id: 'file_1' })).text()).toBe('file')
    await expect(posthorn.contacts.export({}, { retries: 0 })).rejects.toMatchObject({
      status: 200,
      message: expect.stringContaining('check that url') as string,
    })
  })
})
