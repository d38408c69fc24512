import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
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
afterEach(() => void vi.restoreAllMocks())

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

/** Follows a log whose requests `respond` answers. Collects what each request asks and what is said. */
function followed(
  after: number | null,
  respond: (asked: string, signal: AbortSignal) => Promise<Response>,
  signal = never,
) {
  const asked: string[] = []
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const api = openApi({ url: 'http://x', key: 'k', source: '--url' }, (url, init) => {
    const { searchParams } = new URL(url)
    asked.push(searchParams.get('after') ?? 'newest')
    return respond(asked.at(-1) as string, init?.signal as AbortSignal)
  })
  return { log: followLog(api, { after, signal }), asked, said }
}

const page = (...sequences: number[]) =>
  Promise.resolve(Response.json(sequences.map((sequence) => ({ ...event, sequence }))))

test('a log that was restored to before the position is followed from its end', async () => {
  const { log, asked, said } = followed(9, (after) => (after === 'newest' ? page(5) : page(6)))
  expect(await log.next()).toMatchObject({ value: { sequence: 6 } })
  expect(said).toHaveBeenCalledWith(expect.stringContaining('The log ends at #5, before #9'))
  expect(asked).toEqual(['newest', '5'])
})

test('a log that was restored when it was empty is followed from its beginning', async () => {
  const { log, asked } = followed(9, (after) => (after === 'newest' ? page() : page(1)))
  expect(await log.next()).toMatchObject({ value: { sequence: 1 } })
  expect(asked).toEqual(['newest', '0'])
})

test('a log that was restored during an outage is followed from its end, before more events hide that', async () => {
  const pages = [page(9), page(), Promise.reject(new Error('away')), page(5), page(6), page(), page(7)]
  const { log, asked } = followed(9, () => pages.shift() as Promise<Response>)
  expect([await log.next(), await log.next()]).toMatchObject([{ value: { sequence: 6 } }, { value: { sequence: 7 } }])
  expect(asked).toEqual(['newest', '9', '9', 'newest', '5', '6', '6'])
})

test('a log ends when the user stops while the installation hangs', async () => {
  const stop = new AbortController()
  const hang = (_: string, signal: AbortSignal) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      stop.abort()
    })
  const { log } = followed(null, hang, stop.signal)
  expect(await log.next()).toMatchObject({ done: true })
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
