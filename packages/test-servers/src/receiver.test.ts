import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { failing, startReceiver } from './receiver.ts'
import { until } from './until.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`

const signed = (body: string, key: string) => {
  const now = new Date()
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('evt_1', now, body),
  }
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers })

test('the record holds the exact bytes, headers and path, in order', async () => {
  await using receiver = await startReceiver()
  await post(`${receiver.url}/hook?a=1`, '{"b": 1 }', { 'X-Key': 'k' })
  await post(receiver.url, 'not json')
  expect(receiver.requests).toMatchObject([
    {
      method: 'POST',
      path: '/hook?a=1',
      body: Buffer.from('{"b": 1 }'),
      json: { b: 1 },
      headers: { 'x-key': 'k' },
      status: 200,
    },
    { path: '/', json: undefined, verified: undefined },
  ])
})

test('a request counts as verified only with a right signature over its raw bytes', async () => {
  await using receiver = await startReceiver({ secret })
  await post(receiver.url, '{"a":1}', signed('{"a":1}', secret))
  await post(receiver.url, '{"a": 1}', signed('{"a":1}', secret))
  await post(receiver.url, '{"a":1}', signed('{"a":1}', `whsec_${randomBytes(32).toString('base64')}`))
  await post(receiver.url, '{"a":1}')
  expect(receiver.requests.map((request) => request.verified)).toEqual([true, false, false, false])
})

test('answers follow the program, and can change while it runs', async () => {
  await using receiver = await startReceiver({ respond: (_request, index) => ({ status: index === 0 ? 503 : 204 }) })
  expect((await post(receiver.url, '')).status).toBe(503)
  expect((await post(receiver.url, '')).status).toBe(204)
  receiver.respondWith({ status: 410, body: 'gone', headers: { 'retry-after': '3' } })
  const last = await post(receiver.url, '')
  expect([last.status, await last.text(), last.headers.get('retry-after')]).toEqual([410, 'gone', '3'])
})

test('a delayed answer comes late, a hanging one never, a dropped connection at once fails', async () => {
  await using receiver = await startReceiver({ respond: { delayMs: 60 } })
  const before = performance.now()
  await post(receiver.url, '')
  expect(performance.now() - before).toBeGreaterThan(55)
  receiver.respondWith({ drop: true })
  await expect(post(receiver.url, '')).rejects.toThrow('fetch failed')
  receiver.respondWith({ hang: true })
  const hanging = post(receiver.url, '').then(
    () => 'answered',
    () => 'failed',
  )
  await until(() => receiver.requests.length === 3)
  expect(receiver.requests[2]?.status).toBeUndefined()
  await receiver.stop()
  expect(await hanging).toBe('failed')
})

test('a seeded share of requests fails, the same ones each time', async () => {
  const statuses = async () => {
    await using receiver = await startReceiver({ respond: failing({ rate: 0.3, seed: 7 }) })
    for (let i = 0; i < 200; i++) await post(receiver.url, '')
    return receiver.requests.map((request) => request.status)
  }
  const first = await statuses()
  expect(await statuses()).toEqual(first)
  const failed = first.filter((status) => status === 500).length
  expect(failed).toBeGreaterThan(40)
  expect(failed).toBeLessThan(80)
})

test('an event fails no more often than allowed', async () => {
  await using receiver = await startReceiver({ respond: failing({ rate: 1, seed: 7, timesMax: 2 }) })
  for (const event of ['a', 'a', 'b', 'a']) await post(receiver.url, '', { 'webhook-id': event })
  expect(receiver.requests.map(({ status }) => status)).toEqual([500, 500, 500, 200])
})
