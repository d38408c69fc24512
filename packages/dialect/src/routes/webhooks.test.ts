import { newId, webhooks } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { webhookRoutes } from './webhooks.ts'

const id = newId('whk')
const known = { ...webhooks.webhooks.get.example.output, id, number: null, format: 'dialect' }

/** Calls a route as the gateway does. Returns the input of the operation that stores the webhook. */
async function stored(method: string, body: object) {
  const asked: object[] = []
  const ask = async (operation: unknown, input: object) => {
    if (operation === webhooks.webhooks.create || operation === webhooks.webhooks.update) asked.push(input)
    return known
  }
  const route = webhookRoutes.find((each) => each.method === method)
  if (!route) throw new Error(`No route for ${method}`)
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  await route.handle({ session, parameters: { id }, query: readQuery(''), body: shapedBody(body, route) })
  return asked[0]
}

it.each(['POST', 'PATCH'])(
  'an event that a webhook cannot have is refused with those that it can: %s',
  async (method) => {
    const body = { url: 'https://example.com/hook', events: ['message:nope'] }
    const message = expect.stringMatching(/message:in:new.* number:session/)
    await expect(stored(method, body)).rejects.toMatchObject({ errors: [{ path: 'events.0', message }] })
  },
)

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
