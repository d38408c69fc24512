import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { openApi } from './client.ts'
import { attempt, followLog, isSigned } from './forward.ts'

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const body = Buffer.from('{"event":"message:in","text":"Grüße"}')
const now = 1_795_000_000

const headers = (opts: { timestamp?: number; signed?: Buffer } = {}) => {
  const timestamp = String(opts.timestamp ?? now)
  const signature = createHmac('sha256', Buffer.alloc(32, 5))
    .update(`evt_1.${timestamp}.`)
    .update(opts.signed ?? body)
    .digest('base64')
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

test('a delivery signed with the secret is ours, also beside another signature', () => {
  expect(isSigned({ headers: headers(), body }, secret, now)).toBe(true)
  const rotated = { ...headers(), 'webhook-signature': `v1,AAAA ${headers()['webhook-signature']}` }
  expect(isSigned({ headers: rotated, body }, secret, now)).toBe(true)
})

test.each([
  ['another body', { headers: headers({ signed: Buffer.from('{}') }), body }],
  ['another id', { headers: { ...headers(), 'webhook-id': 'evt_2' }, body }],
  ['an old timestamp', { headers: headers({ timestamp: now - 301 }), body }],
  ['no timestamp', { headers: { ...headers(), 'webhook-timestamp': '' }, body }],
  [
    'another scheme',
    { headers: { ...headers(), 'webhook-signature': headers()['webhook-signature'].replace('v1', 'v2') }, body },
  ],
  ['no headers', { headers: {}, body }],
])('%s is refused', (_, request) => {
  expect(isSigned(request, secret, now)).toBe(false)
})

test('another secret is refused', () => {
  expect(isSigned({ headers: headers(), body }, `whsec_${Buffer.alloc(32, 6).toString('base64')}`, now)).toBe(false)
})

const event = { id: 'evt_1', event: 'message:in', sequence: 1, occurredAt: '2027-01-31T08:00:00Z', data: {} }
const never = new AbortController().signal

async function startTarget(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url, [Symbol.asyncDispose]: stop }
}

test('a header of the target replaces ours in any case, but not the signature', async () => {
  const received: Record<string, unknown>[] = []
  await using target = await startTarget((req, res) => {
    received.push(req.headers)
    res.end()
  })
  const added = { 'Content-Type': 'text/plain', 'Webhook-Id': 'other', 'X-Key': 'a' }
  expect(await attempt(event, { url: target.url, headers: added, secret }, never)).toBe(200)
  expect(received).toMatchObject([{ 'content-type': 'text/plain', 'webhook-id': 'evt_1', 'x-key': 'a' }])
})

test('a log that was restored to before the position is followed from its end', async () => {
  const send = (url: string) => {
    const { searchParams } = new URL(url)
    const after = searchParams.get('order') === 'desc' ? 4 : Number(searchParams.get('after'))
    return Promise.resolve(Response.json(after > 5 ? [] : [{ ...event, sequence: after + 1 }]))
  }
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const api = openApi({ url: 'http://x', key: 'k', source: '--url' }, send)
  const log = followLog(api, { after: 9, signal: never })
  expect(await log.next()).toMatchObject({ value: { sequence: 6 } })
  expect(said).toHaveBeenCalledWith(expect.stringContaining('The log ends at #5, before #9'))
  said.mockRestore()
})

test('an attempt at a target that hangs ends when the user stops', async () => {
  const stop = new AbortController()
  await using target = await startTarget(() => stop.abort())
  expect(await attempt(event, { url: target.url, headers: {}, secret }, stop.signal)).toMatch(/abort/)
})

test.each([
  ['http://127.0.0.1:6000/', {}, 'bad port'],
  ['http://127.0.0.1:3999/', { upgrade: 'websocket' }, 'UND_ERR_INVALID_ARG'],
])('a request that can never be sent is no outage: to %s with %j', async (url, added, reason) => {
  await expect(attempt(event, { url, headers: added, secret }, never)).rejects.toThrow(reason)
})
