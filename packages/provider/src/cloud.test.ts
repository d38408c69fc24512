import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { until } from '@posthorn/testkit'
import { assertSendRequest } from '@posthorn/testkit/cloud-api'
import { afterEach, describe, expect, it } from 'vitest'
import { type CloudProviderOptions, cloudProvider } from './cloud.ts'
import { answerBytesMax } from './exchange.ts'
import type { OutboundMessage, Provider } from './provider.ts'

type Captured = { method: string; url: string; authorization: string | undefined; body: Record<string, unknown> }
type Respond = (req: IncomingMessage, res: ServerResponse) => void

const line = { phoneNumberId: '106540352242922', accessToken: 'EAAtest' }
const hello: OutboundMessage = { to: '+4915112345678', type: 'text', text: 'Hello', callbackTag: 'msg_1:1' }
const acceptedBody = {
  messaging_product: 'whatsapp',
  contacts: [{ input: '+4915112345678', wa_id: '4915112345678' }],
  messages: [{ id: 'wamid.A' }],
}
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
const graphError = (status: number, code: number, headers?: Record<string, string>) =>
  json(
    status,
    {
      error: {
        message: `(#${code}) Title`,
        type: 'OAuthException',
        code,
        error_data: { details: 'Details' },
        fbtrace_id: 'A',
      },
    },
    headers,
  )

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startGraph(respond: Respond, options: Partial<CloudProviderOptions> = {}) {
  const captured: Captured[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      captured.push({
        method: req.method ?? '',
        url: req.url ?? '',
        authorization: req.headers.authorization,
        body: text === '' ? {} : JSON.parse(text),
      })
      respond(req, res)
    })
  })
  const baseUrl = await listening(server)
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { captured, server, provider: open({ baseUrl, ...options }) }
}

function open(options: Partial<CloudProviderOptions> & { baseUrl: string }): Provider {
  const provider = cloudProvider({ name: 'cloud', ...options })
  closers.push(() => provider.close())
  return provider
}

describe('what the adapter sends', () => {
  it.each<[string, OutboundMessage]>([
    ['a text', hello],
    ['a text with preview', { ...hello, previewUrl: true }],
    ['an answer', { ...hello, quotedProviderId: 'wamid.Q' }],
    ['a text to a user id', { ...hello, to: 'US.13491208655302741918' }],
    ['4096 emoji halves', { ...hello, text: '👍'.repeat(2048) }],
  ])('keeps to the provider contract: %s', async (_name, message) => {
    const { provider, captured } = await startGraph(json(200, acceptedBody))
    expect(await provider.send(line, message)).toEqual({
      outcome: 'sent',
      providerId: 'wamid.A',
      waId: '4915112345678',
    })
    expect(captured).toHaveLength(1)
    expect(captured[0]).toMatchObject({
      method: 'POST',
      url: '/v24.0/106540352242922/messages',
      authorization: 'Bearer EAAtest',
    })
    expect(captured[0]?.body).toMatchObject({ biz_opaque_callback_data: 'msg_1:1', text: { body: message.text } })
    assertSendRequest(captured[0]?.body ?? {})
  })

  it('puts phones into `to` with plus and user ids into `recipient`', async () => {
    const { provider, captured } = await startGraph(json(200, acceptedBody))
    await provider.send(line, hello)
    await provider.send(line, { ...hello, to: 'US.ENT.11815799212886844830' })
    expect(captured.map(({ body }) => [body.to, body.recipient])).toEqual([
      ['+4915112345678', undefined],
      [undefined, 'US.ENT.11815799212886844830'],
    ])
  })

  it('marks messages read, with a typing indicator when asked', async () => {
    const { provider, captured } = await startGraph(json(200, { success: true }))
    expect(await provider.markRead(line, 'wamid.IN')).toEqual({ ok: true })
    expect(await provider.markRead(line, 'wamid.IN', { typing: true })).toEqual({ ok: true })
    for (const { body } of captured) assertSendRequest(body)
    expect(captured.map(({ body }) => body.typing_indicator)).toEqual([undefined, { type: 'text' }])
  })

  it('keeps the path of the base URL and takes the version it is given', async () => {
    const { captured, server } = await startGraph(json(200, acceptedBody))
    const { port } = server.address() as AddressInfo
    const provider = open({ baseUrl: `http://127.0.0.1:${port}/graph/`, version: 'v26.0' })
    await provider.send(line, hello)
    expect(captured[0]?.url).toBe('/graph/v26.0/106540352242922/messages')
  })

  it('reads the health of a number whatever of it the provider knows', async () => {
    const node = {
      id: '106540352242922',
      display_phone_number: '+1 555-078-3881',
      quality_rating: 'GREEN',
      throughput: { level: 'STANDARD' },
    }
    const { provider, captured } = await startGraph(json(200, node))
    expect(await provider.describeNumber(line)).toEqual({
      ok: true,
      number: {
        phoneNumberId: '106540352242922',
        displayPhoneNumber: '+1 555-078-3881',
        qualityRating: 'GREEN',
        throughputLevel: 'STANDARD',
        raw: node,
      },
    })
    expect(captured[0]?.url).toContain('/v24.0/106540352242922?fields=id,display_phone_number')
  })
})

describe('what becomes of a send', () => {
  it.each<[string, Respond, object]>([
    [
      '429 with 130429 throttles the number',
      graphError(429, 130429, { 'retry-after': '7' }),
      { outcome: 'throttled', scope: 'number', retryAfterMs: 7000 },
    ],
    ['400 with 131056 throttles the pair', graphError(400, 131056), { outcome: 'throttled', scope: 'pair' }],
    ['a bare 429 throttles the number', json(429, {}), { outcome: 'throttled', scope: 'number' }],
    [
      '401 with 190 is refused and suspends the number',
      graphError(401, 190),
      { outcome: 'refused', suspendsNumber: true, error: { errorCode: 'number:unauthorized' } },
    ],
    [
      '400 with 131026 is refused',
      graphError(400, 131026),
      {
        outcome: 'refused',
        suspendsNumber: false,
        error: { code: 131026, title: 'Title', details: 'Details', httpStatus: 400, errorCode: 'phone:undeliverable' },
      },
    ],
    [
      '500 with an error body was not sent',
      graphError(500, 131000),
      { outcome: 'not_sent', error: { retryable: true, errorCode: 'provider:unavailable' } },
    ],
    [
      '500 without an error body is unknown',
      (_req, res) => void res.writeHead(502).end('<html>'),
      { outcome: 'unknown' },
    ],
    [
      '200 without a message id is unknown',
      json(200, { messaging_product: 'whatsapp' }),
      { outcome: 'unknown', error: { errorCode: 'message:outcome_unknown' } },
    ],
    [
      '200 with half a body is unknown',
      (_req, res) => void res.writeHead(200, { 'content-length': '500' }).write('{"mess', () => res.destroy()),
      { outcome: 'unknown' },
    ],
    [
      '200 with an endless body is unknown',
      (_req, res) => void res.writeHead(200).end('x'.repeat(answerBytesMax + 1)),
      { outcome: 'unknown' },
    ],
    ['a closed connection is unknown', (req) => void req.socket.destroy(), { outcome: 'unknown' }],
    ['a redirect is unknown', (_req, res) => void res.writeHead(302, { location: '/x' }).end(), { outcome: 'unknown' }],
  ])('%s', async (_name, respond, expected) => {
    const { provider } = await startGraph(respond)
    expect(await provider.send(line, hello)).toMatchObject(expected)
  })

  it('is not sent when nobody listens', async () => {
    const server = createTcpServer()
    const baseUrl = await listening(server)
    await new Promise((resolve) => server.close(resolve))
    const outcome = await open({ baseUrl }).send(line, hello)
    expect(outcome).toMatchObject({
      outcome: 'not_sent',
      error: { errorCode: 'provider:unreachable', retryable: true },
    })
  })

  it('is not sent when the name does not resolve', async () => {
    const outcome = await open({ baseUrl: 'http://no-such-host.invalid' }).send(line, hello)
    expect(outcome).toMatchObject({ outcome: 'not_sent', error: { errorCode: 'provider:unreachable' } })
  })

  it('is not sent when TLS fails', async () => {
    const server = createTcpServer((socket) => socket.end('this is not TLS\r\n'))
    const baseUrl = (await listening(server)).replace('http:', 'https:')
    closers.push(async () => server.close())
    expect(await open({ baseUrl, timeoutMs: 2_000 }).send(line, hello)).toMatchObject({ outcome: 'not_sent' })
  })

  it('is refused, and suspends the number, when the token cannot be put into a header', async () => {
    const { provider, captured } = await startGraph(json(200, acceptedBody))
    const outcome = await provider.send({ ...line, accessToken: 'a\nb' }, hello)
    expect(outcome).toMatchObject({
      outcome: 'refused',
      suspendsNumber: true,
      error: { errorCode: 'number:unauthorized' },
    })
    expect(captured).toHaveLength(0)
  })

  it('is unknown at the deadline although the body still drips', async () => {
    const { provider } = await startGraph(
      (_req, res) => {
        const drip = setInterval(() => res.write(' '), 50)
        res.on('close', () => clearInterval(drip))
      },
      { timeoutMs: 400 },
    )
    const started = performance.now()
    expect(await provider.send(line, hello)).toMatchObject({
      outcome: 'unknown',
      error: { details: 'no answer within 400 ms' },
    })
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('is not sent, and never written later, when the deadline comes while it waits for a connection', async () => {
    const held: ServerResponse[] = []
    const { provider, captured } = await startGraph((_req, res) => void held.push(res), {
      timeoutMs: 300,
      connections: 1,
    })
    const first = provider.send(line, hello)
    const second = provider.send(line, { ...hello, callbackTag: 'msg_2:1' })
    expect((await first).outcome).toBe('unknown')
    expect(await second).toMatchObject({ outcome: 'not_sent' })
    const third = provider.send(line, { ...hello, callbackTag: 'msg_3:1' })
    await until(() => captured.length >= 2, { describe: 'the third request' })
    held.at(-1)?.end(JSON.stringify(acceptedBody))
    expect((await third).outcome).toBe('sent')
    expect(captured.map(({ body }) => body.biz_opaque_callback_data)).toEqual(['msg_1:1', 'msg_3:1'])
  })

  it('is sent over a new connection when the provider closed the idle one', async () => {
    const { provider, captured, server } = await startGraph(json(200, acceptedBody))
    expect((await provider.send(line, hello)).outcome).toBe('sent')
    server.closeAllConnections()
    expect((await provider.send(line, hello)).outcome).toBe('sent')
    expect(captured).toHaveLength(2)
  })
})

describe('calls that may be repeated', () => {
  it('say what went wrong', async () => {
    const { provider } = await startGraph(graphError(401, 190))
    const error = { code: 190, httpStatus: 401, errorCode: 'number:unauthorized', retryable: false }
    expect(await provider.describeNumber(line)).toMatchObject({ ok: false, error })
    expect(await provider.markRead(line, 'wamid.IN')).toMatchObject({ ok: false, error })
  })

  it('are unreachable rather than unknown when no answer comes', async () => {
    const { provider } = await startGraph((req) => void req.socket.destroy())
    expect(await provider.markRead(line, 'wamid.IN')).toMatchObject({
      ok: false,
      error: { errorCode: 'provider:unreachable', retryable: true },
    })
  })
})
