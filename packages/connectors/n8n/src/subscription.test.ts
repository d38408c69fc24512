import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type EventContext, receiveEvent } from '../nodes/PosthornTrigger/subscription.ts'

const key = Buffer.from('a secret of twenty-four b')
const secret = `whsec_${key.toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', event: 'message:in', data: { message: 'Hello', phone: '+4915112345678' } })

/** Receives a signed request as n8n passes it on. */
function received({
  filters = {},
  stored = { secret },
  sent = body,
}: {
  filters?: object
  stored?: object
  sent?: string
}) {
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`evt_1.${time}.${body}`).digest('base64')
  const context = {
    getHeaderData: () => ({ 'webhook-id': 'evt_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }),
    getNodeParameter: () => filters,
    getWorkflowStaticData: () => stored,
  }
  return receiveEvent(context as unknown as EventContext, new TextEncoder().encode(sent))
}

test.each<[string, Parameters<typeof received>[0], unknown]>([
  ['is signed', {}, { event: { id: 'evt_1' } }],
  [
    'has the phone of the filter in another notation',
    { filters: { phone: '49 151 1234-5678' } },
    { event: { id: 'evt_1' } },
  ],
  ['has another phone than the filter', { filters: { phone: '+49 151 1234567' } }, 'filtered'],
  ['the filter excludes', { filters: { contains: 'Bye' } }, 'filtered'],
  ['is signed for another body', { sent: body.replace('Hello', 'Bye') }, { status: 401 }],
  ['comes without a registration', { stored: {} }, { status: 404 }],
])('a request that %s is received as such', async (_, request, expected) => {
  const outcome = await received(request)
  if (typeof expected === 'string') expect(outcome).toBe(expected)
  else expect(outcome).toMatchObject(expected as object)
})

test.each<[string, Parameters<typeof received>[0]]>([
  ['a filter that cannot be read', { filters: { types: 5 } }],
  ['a secret that is none', { stored: { secret: 'whsec_' } }],
])('%s is reported as a fault of the workflow, rather than as a wrong signature', async (_, request) => {
  await expect(received(request)).rejects.toBeInstanceOf(TypeError)
})
