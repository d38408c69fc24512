import { messaging, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery } from '../api/request.ts'
import { shortIdOf } from '../ids.ts'
import { chatChangeRoutes } from './chat-changes.ts'
import { sessionAsking } from './session.fixture.ts'

const number = newId('num')
const label = messaging.labels.get.example.output
const chat = { ...messaging.chats.update.example.output, number, contact: null, lastMessage: null }

const route = chatChangeRoutes.find(({ path, method }) => `${method} ${path}` === 'PATCH /v1/chat/{d}/chats')

/** Changes the labels of several chats as the gateway does. Returns the operations that change something, with their labels. */
async function changesBy(params: object, chats: unknown = ['4915112345678']) {
  const asked: unknown[] = []
  const session = sessionAsking(async (operation, input) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: '+4915187654321' }], next: null }
    if (operation === messaging.labels.list) return { items: [{ ...label, name: 'VIP' }], next: null }
    if (operation === messaging.labels.create) asked.push('create')
    if (operation === messaging.chats.updateMany) asked.push((input as { labels?: object }).labels)
    return operation === messaging.chats.updateMany ? [chat] : { ...label, items: [chat], next: null }
  })
  const body = { action: 'labels', chats, params }
  const answer = await route?.handle({ session, parameters: { d: shortIdOf(number) }, query: readQuery(''), body })
  expect(answer).toHaveLength(1)
  return asked
}

it('one chat may be named without a list', async () => {
  expect(await changesBy({ add: ['vip'] }, '4915112345678')).toEqual([{ add: [label.id] }])
})

it('a group is not blocked, which is refused', async () => {
  const session = sessionAsking(async (operation) => {
    const isNumbers = operation === numbers.numbers.list
    return { items: isNumbers ? [{ id: number, phone: '+4915187654321' }] : [chat], next: null }
  })
  const body = { action: 'block', chats: ['4915112345678'] }
  const blocked = route?.handle({ session, parameters: { d: shortIdOf(number) }, query: readQuery(''), body })
  await expect(blocked).rejects.toMatchObject({ code: 'feature:unsupported' })
})

describe('a change of the labels of several chats', () => {
  it('asks for nothing if the chats cannot have the labels to remove', async () => {
    expect(await changesBy({ remove: ['unknown'] })).toEqual([])
  })

  it.each(['vip', ' VIP ', 'ＶＩＰ'])('finds a label by %j, which the API takes for the same name', async (name) => {
    expect(await changesBy({ add: [name] })).toEqual([{ add: [label.id] }])
  })
})
