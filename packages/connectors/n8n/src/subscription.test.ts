import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { IHttpRequestOptions } from 'n8n-workflow'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type EventContext,
  exists,
  type HookContext,
  receiveEvent,
  register,
} from '../nodes/PosthornTrigger/subscription.ts'

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
  ['has the phone of the filter with 00', { filters: { phone: '0049 151 12345678' } }, { event: { id: 'evt_1' } }],
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

/** URLs of the webhooks at an installation, by id. */
const webhooks = new Map<string, string>()
const names: (string | undefined)[] = []
/** Kinds of events by webhook, and those that the user chose last. */
const events = new Map<string, string[]>()
let chosen = ['message:in']
const server = createServer(async (req, res) => {
  const body = JSON.parse(Buffer.concat(await req.toArray()).toString() || '{}') as {
    url: string
    name?: string
    events: string[]
  }
  const id = req.url?.split('/')[3] ?? `whk_${webhooks.size + 1}`
  const url = webhooks.get(id) ?? body.url
  if (req.method === 'POST') {
    webhooks.set(id, url)
    names.push(body.name)
    events.set(id, body.events)
  }
  const isThere = webhooks.has(id)
  if (req.method === 'DELETE') webhooks.delete(id)
  const found = { id, url, events: events.get(id), number: null, status: 'active', signingSecret: secret }
  res.writeHead(isThere ? 200 : 404).end(JSON.stringify(isThere ? found : { errorCode: 'webhook:not_found' }))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
beforeEach(() => {
  webhooks.clear()
  chosen = ['message:in']
})

/** Activates the trigger as n8n does: registers it unless it is there. */
async function activate(stored: object, url: string, mode = 'trigger', workflow = 'Orders'): Promise<void> {
  const context = {
    getCredentials: () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'key' }),
    helpers: {
      async httpRequestWithAuthentication(
        _: string,
        { url: target, method, headers, body: sent }: IHttpRequestOptions,
      ) {
        const init = { method: method ?? 'GET', headers: headers as Record<string, string>, body: sent as Buffer }
        const response = await fetch(target, init as RequestInit)
        return { body: await response.arrayBuffer(), headers: {}, statusCode: response.status }
      },
    },
    getNodeParameter: (name: string) => (name === 'events' ? chosen : undefined),
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => stored,
    getWorkflow: () => ({ name: workflow }),
    getMode: () => mode,
  } as unknown as HookContext
  if (!(await exists(context))) await register(context)
}

test('a webhook has the name of its workflow, shortened to a text that the API accepts', async () => {
  await activate({}, 'https://long.example.com/hook', 'trigger', `${'x'.repeat(94)}👋`)
  expect(names).toEqual([`n8n: ${'x'.repeat(94)}\uFFFD`])
})

test('a trigger whose URL changed leaves no webhook at the old one, but a test leaves that of the active workflow', async () => {
  const stored = {}
  await activate(stored, 'https://old.example.com/hook')
  await activate(stored, 'https://new.example.com/hook')
  expect([...webhooks.values()]).toEqual(['https://new.example.com/hook'])
  await activate({ ...stored }, 'https://new.example.com/test', 'manual')
  expect([...webhooks.values()]).toEqual(['https://new.example.com/hook', 'https://new.example.com/test'])
})

test('a trigger whose events changed while its webhook could not be removed has one with the new events', async () => {
  const stored = {}
  const url = 'https://n8n.example.com/hook'
  await activate(stored, url)
  await activate(stored, url)
  chosen = ['message:ack', 'message:failed']
  await activate(stored, url)
  expect([...webhooks.keys()].map((id) => events.get(id))).toEqual([chosen])
})
