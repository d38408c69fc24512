import { newId, webhooks } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { longIdOf, shortIdOf } from '../ids.ts'
import { sessionAsking } from './session.fixture.ts'
import { webhookRoutes } from './webhooks.ts'

const id = newId('whk')
const known = { ...webhooks.webhooks.get.example.output, id, number: null, format: 'dialect' }

/** Calls a route as the gateway does. Returns its response, the input of the operation that stores the webhook, and all operations it called. */
async function handled(line: string, body: object, webhook: object = known, operations: unknown[] = []) {
  const asked: object[] = []
  const ask = async (operation: unknown, input: object) => {
    operations.push(operation)
    if (operation === webhooks.webhooks.create || operation === webhooks.webhooks.update) asked.push(input)
    return webhook
  }
  const route = webhookRoutes.find(({ method, path }) => `${method} ${path}` === line)
  if (!route) throw new Error(`No route ${line}`)
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  const result = await route.handle({
    session,
    parameters: { id },
    query: readQuery(''),
    body: shapedBody(body, route),
  })
  return { result, input: asked[0], operations }
}

const lines: Readonly<Record<string, string>> = { POST: 'POST /v1/webhooks', PATCH: 'PATCH /v1/webhooks/{id}' }
const stored = async (method: string, body: object) => (await handled(lines[method] ?? '', body)).input

it.each(['POST', 'PATCH'])(
  'an event that a webhook cannot have is refused with those that it can: %s',
  async (method) => {
    const body = { url: 'https://example.com/hook', events: ['message:nope'] }
    const message = expect.stringMatching(/message:in:new.* number:session/)
    await expect(stored(method, body)).rejects.toMatchObject({ errors: [{ path: 'events.0', message }] })
  },
)

it('a webhook that is not active is created paused, so that it never gets an event', async () => {
  const body = { url: 'https://example.com/hook', events: ['message:in:new'], active: false }
  const { input, operations } = await handled('POST /v1/webhooks', body, { ...known, status: 'paused' })
  expect(input).toMatchObject({ status: 'paused' })
  expect(operations).toEqual([webhooks.webhooks.create])
})

it('webhooks of a device are listed by its id in any format', async () => {
  const number = newId('num')
  const session = sessionAsking(async () => ({ items: [known, { ...known, number }], next: null }))
  const route = webhookRoutes.find(({ method, path }) => `${method} ${path}` === 'GET /v1/webhooks')
  for (const text of [number, shortIdOf(number).toUpperCase(), longIdOf(number)]) {
    const listed = await route?.handle({ session, parameters: {}, query: readQuery(`devices=${text}`), body: {} })
    expect(listed).toMatchObject([{ device: shortIdOf(number) }])
  }
})

describe('`active`', () => {
  const { pause, resume, create, update } = webhooks.webhooks
  const [endpoint] = known.endpoints
  const withEndpoints = (...statuses: string[]) => ({
    ...known,
    endpoints: statuses.map((status) => ({ ...endpoint, status })),
  })
  const changing = [pause, resume, create, update]

  it.each([
    ['pauses what delivers', false, withEndpoints('active'), pause],
    ['pauses what delivers to one endpoint only', false, withEndpoints('disabled', 'active'), pause],
    ['leaves what is paused', false, { ...known, status: 'paused' }, undefined],
    ['leaves what delivers', true, withEndpoints('active', 'active'), undefined],
    ['resumes what is paused', true, { ...known, status: 'paused' }, resume],
    ['resumes what is shown as failed', true, withEndpoints('disabled', 'active'), resume],
    ['resumes what does not reach every endpoint', true, withEndpoints('active', 'disabled'), resume],
  ])('%s: %j', async (_does, active, webhook, expected) => {
    const { operations } = await handled('PATCH /v1/webhooks/{id}', { active }, webhook)
    const after = operations.slice(operations.indexOf(update) + 1)
    expect(after).toEqual(expected === undefined ? [] : [expected])
  })

  it.each(['POST /v1/webhooks', 'PATCH /v1/webhooks/{id}'])(
    'is refused before anything is stored: %s',
    async (line) => {
      const asked: unknown[] = []
      const body = { name: 'New', url: 'https://example.com/hook', events: ['message:in:new'], active: 'maybe' }
      const result = handled(line, body, known, asked)
      await expect(result).rejects.toMatchObject({ errors: [{ path: 'active' }] })
      expect(asked.filter((operation) => changing.includes(operation as never))).toEqual([])
    },
  )
})

describe('headers of a webhook', () => {
  it.each<[object, object]>([
    [{ headers: {} }, { secretHeader: null }],
    [{ headers: null }, { secretHeader: null }],
    [{ headers: { 'X-Key': 'a' } }, { secretHeader: { name: 'X-Key', value: 'a' } }],
    [{}, {}],
  ])('are changed by %j', async (body, expected) => {
    expect(await stored('PATCH', body)).toEqual({ id, ...expected })
  })

  it('may be empty for a new webhook', async () => {
    const body = { url: 'https://example.com/hook', events: ['message:in:new'] }
    for (const headers of [{}, null])
      expect(await stored('POST', { ...body, headers })).not.toHaveProperty('secretHeader')
  })

  it.each(['X-Key: a', ['X-Key'], true])('are refused as %j', async (headers) => {
    await expect(stored('PATCH', { headers })).rejects.toMatchObject({ code: 'request:invalid' })
  })
})

describe('a webhook in our own format', () => {
  const own = (events: string[]) => ({ ...known, format: 'posthorn', events })
  const change = async (before: string[], events: string[]) =>
    (await handled('PATCH /v1/webhooks/{id}', { events }, own(before))).input

  it.each([
    [['message:in']],
    [['message:*']],
    [['message:in', 'message:updated', 'contact:created', 'template:updated']],
    [['message:reaction']],
  ])('keeps %j if it is sent the events that it shows', async (events) => {
    const { result } = await handled('GET /v1/webhooks/{id}', {}, own(events))
    expect(await change(events, (result as { events: string[] }).events)).toMatchObject({ events })
  })

  it.each([
    ['message:reaction', ['message:reaction']],
    ['message:in:new', ['message:in']],
    ['message:out:sent', ['message:out']],
    ['contact:update', ['contact:created', 'contact:updated']],
  ])('gets for %s only what belongs to it: %j', async (name, events) => {
    expect(await change(['chat:updated'], [name])).toMatchObject({ events })
  })

  it.each(['channel:in', 'message:*'])('refuses %s, which it cannot get', async (name) => {
    await expect(change(['message:in'], ['chat:update', name])).rejects.toMatchObject({
      errors: [{ path: 'events.1' }],
    })
  })
})
