import { fail, groups, messaging, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { queueRoutes } from './queues.ts'

const number = newId('num')
const message = newId('msg')
const group = newId('grp')
const phone = '+4915112345678'

/** Responses to the operations, in place of the usual ones. */
type Answers = {
  number?: string
  listed?: number
  cancel?: () => unknown
  parts?: { done: number; remaining: number }[]
}

/** Calls a route of a queue as the gateway does. Returns its response, and the operations that changed something, with their input. */
async function handled(method: string, body: unknown, query = '', answers: Answers = {}) {
  const asked: object[] = []
  const pagesMax = Math.ceil((answers.listed ?? 0) / 200)
  const ask = async (operation: unknown, input: object) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: null }], next: null }
    if (operation === groups.groups.get) return { id: group, number }
    if (operation === messaging.messages.get) return { id: message, number: answers.number ?? number }
    if (operation === messaging.messages.list) {
      const page = Number((input as { cursor?: string }).cursor ?? 1)
      const items = Array.from({ length: 200 }, () => ({ id: message }))
      return { items, next: page < pagesMax ? String(page + 1) : null }
    }
    if (operation === messaging.messages.cancel && answers.cancel) return answers.cancel()
    const name = Object.entries({ ...messaging.queues, cancel: messaging.messages.cancel }).find(
      ([, each]) => each === operation,
    )?.[0]
    asked.push({ [name ?? '']: input })
    const { done, remaining } = answers.parts?.shift() ?? { done: 1, remaining: 0 }
    return { canceled: done, moved: done, remaining }
  }
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  const route = queueRoutes.find((each) => each.method === method)
  if (!route) throw new Error(`No route for ${method}`)
  const call = { session, parameters: { d: shortIdOf(number) }, query: readQuery(query), body: shapedBody(body, route) }
  const result = await route.handle(call)
  return { result, asked }
}

const changes = async (method: string, body: unknown, query = '') => (await handled(method, body, query)).asked

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

  it('cancels no message of another number', async () => {
    const body = { ids: [message] }
    await expect(handled('DELETE', body, '', { number: newId('num') })).rejects.toMatchObject({
      code: 'message:not_found',
    })
  })

  it('cancels all waiting messages, however many there are', async () => {
    const parts = [20_000, 20_000, 5].map((done, i) => ({ done, remaining: [20_005, 5, 0][i] ?? 0 }))
    expect((await handled('DELETE', {}, '', { parts })).result).toEqual({ removed: 40_005 })
    const { result } = await handled('DELETE', { groups: [group] }, '', { listed: 10_400, cancel: () => ({}) })
    expect(result).toEqual({ removed: 10_400 })
  })

  it.each(['message:not_editable', 'message:not_found'] as const)('skips a message that is gone: %s', async (code) => {
    const cancel = () => fail(code)
    const { result } = await handled('DELETE', { groups: [group] }, '', { listed: 200, cancel })
    expect(result).toEqual({ removed: 0 })
  })

  it.each(['scope:missing', 'service:unavailable'] as const)(
    'fails if messages cannot be canceled: %s',
    async (code) => {
      const cancel = () => fail(code)
      const asked = handled('DELETE', { groups: [group] }, '', { listed: 200, cancel })
      await expect(asked).rejects.toMatchObject({ code })
    },
  )

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

  it('moves all messages, but ends if those that remain cannot be moved', async () => {
    const parts = [20_000, 7, 0].map((done) => ({ done, remaining: 9 }))
    const { result } = await handled('PATCH', { device: shortIdOf(number) }, '', { parts })
    expect(result).toEqual({ moved: 20_007 })
  })
})
