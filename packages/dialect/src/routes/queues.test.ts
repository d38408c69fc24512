import { messaging, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { queueRoutes } from './queues.ts'

const number = newId('num')
const message = newId('msg')
const phone = '+4915112345678'

/** Calls a route of a queue as the gateway does. Returns the operations that changed something, with their input. */
async function changes(method: string, body: unknown, query = '') {
  const asked: object[] = []
  const ask = async (operation: unknown, input: object) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: null }], next: null }
    const name = Object.entries({ ...messaging.queues, cancel: messaging.messages.cancel }).find(
      ([, each]) => each === operation,
    )?.[0]
    asked.push({ [name ?? '']: input })
    return { canceled: 1, moved: 1 }
  }
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  const route = queueRoutes.find((each) => each.method === method)
  if (!route) throw new Error(`No route for ${method}`)
  const call = { session, parameters: { d: shortIdOf(number) }, query: readQuery(query), body: shapedBody(body, route) }
  await route.handle(call)
  return asked
}

const invalid = { code: 'request:invalid' }

describe('DELETE /devices/{d}/queue', () => {
  const all = { id: number, includeScheduled: true }
  it.each<[object, string, object]>([
    [{}, '', { purge: all }],
    [{ wait: true }, '', { purge: all }],
    [{ phones: phone }, '', { purge: { ...all, phones: [phone] } }],
    [{ phones: [phone] }, '', { purge: { ...all, phones: [phone] } }],
    [{}, `phones=${phone}`, { purge: { ...all, phones: [phone] } }],
    [{ ids: message }, '', { cancel: { id: message } }],
    [{ skipScheduled: 'true' }, '', { purge: { ...all, includeScheduled: false } }],
  ])('with %j and the query "%s" cancels only what it selects', async (body, query, expected) => {
    expect(await changes('DELETE', body, query)).toEqual([expected])
  })

  it.each([
    { phone },
    { id: message },
    { reference: 'campaign' },
    { phones: { in: [phone] } },
    { phones: true },
    { ids: null },
    { skipScheduled: 'yes' },
    { ids: [message], phones: [phone] },
    { ids: [message], skipScheduled: true },
    { groups: ['x'], phones: [phone] },
    { phones: '' },
    { before: '' },
    { before: null },
    { skipScheduled: null },
    { ids: '', phones: [phone] },
    { phone: '' },
  ])('refuses %j, which would cancel more than it selects', async (body) => {
    await expect(changes('DELETE', body)).rejects.toMatchObject(invalid)
  })

  it.each(['phone=1', 'phones=', 'phones[]=&ids=x', 'phones=,', 'before', '=x', `phones=${phone}`])(
    'refuses the query "%s" beside a body with phones, because a part would have no effect',
    async (query) => {
      await expect(changes('DELETE', { phones: [phone] }, query)).rejects.toMatchObject(invalid)
    },
  )
})

describe('PATCH /devices/{d}/queue', () => {
  it('refuses a selection, because it moves all messages', async () => {
    const device = shortIdOf(number)
    expect(await changes('PATCH', { device })).toEqual([{ move: { id: number, number } }])
    await expect(changes('PATCH', { device, phones: [phone] })).rejects.toMatchObject(invalid)
    await expect(changes('PATCH', { device }, `phones=${phone}`)).rejects.toMatchObject(invalid)
  })
})
