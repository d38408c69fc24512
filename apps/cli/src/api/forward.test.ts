import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from './forward.ts'

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
