import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { expressWebhook, fastifyWebhook, SignatureError, verifyWebhook, webhookRoute } from './index.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const other = `whsec_${Buffer.from('another secret of 24 byte').toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', event: 'message:in', data: { message: 'Grüße 👋' } })

function headersOf(at: Date = new Date(), by: string = secret, text: string = body): Record<string, string> {
  const signature = new Webhook(by).sign('evt_1', at, text)
  return {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': signature,
  }
}

describe('the verification of a webhook', () => {
  it('returns the event of a body that the reference library signed, as text, as bytes and with any headers', async () => {
    const headers = headersOf()
    const event = JSON.parse(body) as unknown
    expect(await verifyWebhook({ headers, body, secret })).toEqual(event)
    expect(
      await verifyWebhook({ headers: new Headers(headers), body: new TextEncoder().encode(body), secret }),
    ).toEqual(event)
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))
    expect(await verifyWebhook({ headers: lists, body, secret: [other, secret] })).toEqual(event)
  })

  it('accepts one valid signature of several, as during a change of the secret', async () => {
    const headers = headersOf()
    headers['Webhook-Signature'] =
      `v1a,xx v1,!!! ${headersOf(new Date(), other)['Webhook-Signature']} ${headers['Webhook-Signature']}`
    expect(await verifyWebhook({ headers, body, secret })).toMatchObject({ id: 'evt_1' })
  })

  it('refuses another body, another secret, another id, no signature and an old one', async () => {
    const refused = (delivery: Partial<Parameters<typeof verifyWebhook>[0]>) =>
      expect(verifyWebhook({ headers: headersOf(), body, secret, ...delivery })).rejects.toBeInstanceOf(SignatureError)
    await refused({ body: body.replace('evt_1', 'evt_2') })
    await refused({ secret: other })
    await refused({ headers: { ...headersOf(), 'Webhook-Id': 'evt_2' } })
    await refused({ headers: {} })
    await refused({ headers: { ...headersOf(), 'Webhook-Signature': 'v1,' } })
    await refused({ headers: headersOf(new Date(Date.now() - 400_000)) })
    await refused({ headers: headersOf(new Date(Date.now() + 400_000)) })
    expect(
      await verifyWebhook({ headers: headersOf(new Date(Date.now() - 400_000)), body, secret, toleranceSeconds: 900 }),
    ).toBeDefined()
  })

  it.each(['', 'not JSON', '{"id":', '\u{fffd}'])('refuses a signed body that is not JSON: %s', async (text) => {
    const delivery = verifyWebhook({ headers: headersOf(new Date(), secret, text), body: text, secret })
    await expect(delivery).rejects.toThrow(new SignatureError('The body of the webhook is not JSON.'))
  })

  it('reports a secret that is none, rather than refuse every webhook', async () => {
    await expect(verifyWebhook({ headers: headersOf(), body, secret: 'whsec_' })).rejects.toBeInstanceOf(TypeError)
  })
})

type Receiver = AsyncDisposable & { url: string; events: unknown[] }

function optionsFor(events: unknown[]) {
  const onEvent = async (event: { id: string }) => {
    // The program's error, although it is of the kind that refuses a delivery.
    if (events.length === 1) throw new SignatureError('the event contains a webhook that is not signed')
    events.push(event.id)
  }
  return { secret, onEvent }
}

async function listening(server: Server, events: unknown[]): Promise<Receiver> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    events,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function startExpress(): Promise<Receiver> {
  const events: unknown[] = []
  const app = express()
  app.post('/hooks', expressWebhook(optionsFor(events)))
  app.post('/late', express.json(), expressWebhook(optionsFor(events)))
  app.use((error: Error, _: express.Request, response: express.Response, _next: express.NextFunction) => {
    response.status(500).send(error.message)
  })
  return listening(createServer(app), events)
}

async function startFastify(): Promise<Receiver> {
  const events: unknown[] = []
  const app = fastify()
  await app.register(fastifyWebhook, { path: '/hooks', ...optionsFor(events) })
  app.post('/other', (request) => request.body)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${address}/hooks`, events, [Symbol.asyncDispose]: () => app.close() }
}

/** A Next.js route is a function of a web-standard request. This server calls one as Next.js does. */
async function startRoute(): Promise<Receiver> {
  const events: unknown[] = []
  const POST = webhookRoute(optionsFor(events))
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)])
    const request = new Request('http://localhost/hooks', { method: 'POST', headers, body: Buffer.concat(chunks) })
    const status = await POST(request).then(
      (response) => response.status,
      () => 500,
    )
    res.writeHead(status).end()
  })
  return listening(server, events)
}

const post = (url: string, text = body, by = secret) => {
  const at = new Date()
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('evt_1', at, body),
  }
  return fetch(url, { method: 'POST', headers, body: text })
}

describe.each([
  ['Express', startExpress],
  ['Fastify', startFastify],
  ['a web-standard route', startRoute],
])('the webhook handler for %s', (_, start) => {
  it('confirms what it passed on, refuses what is not signed, and reports what the program could not store', async () => {
    await using receiver = await start()
    expect((await post(receiver.url)).status).toBe(204)
    expect((await post(receiver.url, body.replace('evt_1', 'evt_2'))).status).toBe(401)
    expect((await post(receiver.url, body, 'whsec_b3RoZXIgc2VjcmV0IG9mIDI0IGJ5dGVz')).status).toBe(401)
    expect((await post(receiver.url)).status).toBe(500)
    expect(receiver.events).toEqual(['evt_1'])
  })
})

it.each([
  ['Express', startExpress],
  ['a web-standard route', startRoute],
])('the webhook handler for %s refuses a body that is larger than any event', async (_, start) => {
  await using receiver = await start()
  expect((await post(receiver.url, 'x'.repeat(2_000_000))).status).toBe(413)
})

it.each([undefined, '', 'whsec_', []])('no handler is created with %j for a secret', async (none) => {
  const options = { secret: none as string, onEvent: () => {} }
  expect(() => expressWebhook(options)).toThrow('secret must be a signing secret')
  expect(() => webhookRoute(options)).toThrow('secret must be a signing secret')
  await expect(fastify().register(fastifyWebhook, { path: '/hooks', ...options })).rejects.toThrow('secret must be')
})

it('the handler for Express says what to do if the body was parsed before it', async () => {
  await using receiver = await startExpress()
  const late = await post(receiver.url.replace('/hooks', '/late'))
  expect([late.status, await late.text()]).toEqual([500, expect.stringContaining('before express.json()')])
})

it('the plugin for Fastify leaves the bodies of other routes as they are', async () => {
  await using receiver = await startFastify()
  const answer = await post(receiver.url.replace('/hooks', '/other'))
  expect(await answer.json()).toMatchObject({ id: 'evt_1' })
})
