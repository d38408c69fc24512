import type { AddressInfo } from 'node:net'
import { assertSendRequest } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { answerBytesMax } from './exchange.ts'
import { acceptedBody, access, graphError, hello, json, open, type Respond, startGraph } from './graph.fixture.ts'
import type { OutboundMessage } from './send-body.ts'

describe('what the adapter sends', () => {
  it.each<[string, OutboundMessage & { type: 'text' }]>([
    ['a text', hello],
    ['a text with preview', { ...hello, previewUrl: true }],
    ['an answer', { ...hello, quotedProviderId: 'wamid.Q' }],
    ['a text to a user id', { ...hello, to: 'US.13491208655302741918' }],
    ['4096 emoji halves', { ...hello, text: '👍'.repeat(2048) }],
  ])('keeps to the provider contract: %s', async (_name, message) => {
    const { provider, captured } = await startGraph(json(200, acceptedBody))
    expect(await provider.send(access, message)).toEqual({
      outcome: 'sent',
      providerId: 'wamid.A',
      recipient: [{ type: 'phone', value: '+4915112345678' }],
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
    await provider.send(access, hello)
    await provider.send(access, { ...hello, to: 'US.ENT.11815799212886844830' })
    expect(captured.map(({ body }) => [body.to, body.recipient])).toEqual([
      ['+4915112345678', undefined],
      [undefined, 'US.ENT.11815799212886844830'],
    ])
  })

  it('marks messages read, with a typing indicator when asked', async () => {
    const { provider, captured } = await startGraph(json(200, { success: true }))
    expect(await provider.markRead(access, 'wamid.IN')).toEqual({ ok: true })
    expect(await provider.markRead(access, 'wamid.IN', { typing: true })).toEqual({ ok: true })
    for (const { body } of captured) assertSendRequest(body)
    expect(captured.map(({ body }) => body.typing_indicator)).toEqual([undefined, { type: 'text' }])
  })

  it('keeps the path of the base URL and takes the version it is given', async () => {
    const { captured, server } = await startGraph(json(200, acceptedBody))
    const { port } = server.address() as AddressInfo
    const provider = open({ baseUrl: `http://127.0.0.1:${port}/graph/`, version: 'v26.0' })
    await provider.send(access, hello)
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
    expect(await provider.describeNumber(access)).toEqual({
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
    expect(await provider.send(access, hello)).toMatchObject(expected)
  })
})

describe('calls that may be repeated', () => {
  it('say what went wrong', async () => {
    const { provider } = await startGraph(graphError(401, 190))
    const error = { code: 190, httpStatus: 401, errorCode: 'number:unauthorized', retryable: false }
    expect(await provider.describeNumber(access)).toMatchObject({ ok: false, error })
    expect(await provider.markRead(access, 'wamid.IN')).toMatchObject({ ok: false, error })
  })

  it('are unreachable rather than unknown when no answer comes', async () => {
    const { provider } = await startGraph((req) => void req.socket.destroy())
    expect(await provider.markRead(access, 'wamid.IN')).toMatchObject({
      ok: false,
      error: { errorCode: 'provider:unreachable', retryable: true },
    })
  })

  it.each([
    ['GET', '/106540352242922', 'provider:unreachable', true],
    ['DELETE', '/102290129340398/message_templates?name=welcome', 'provider:unreachable', true],
    ['POST', '/106540352242922/deregister', 'provider:outcome_unknown', false],
  ] as const)(
    'are forwarded: without an answer to %s %s, the error is %s',
    async (method, path, errorCode, retryable) => {
      const { provider } = await startGraph((req) => void req.socket.destroy())
      const answer = await provider.forward(access, { method, path })
      expect(answer).toMatchObject({ ok: false, error: { errorCode, retryable } })
    },
  )
})
