import { describe, expect, it } from 'vitest'
import type { Action } from './description/index.ts'
import { common } from './generated/catalog.ts'
import { inputOf } from './input.ts'

const find = (key: string): Action => {
  const found = common.find((each) => each.key === key)
  if (found === undefined) throw new Error(`there is no action ${key}`)
  return found
}

describe('the input of an operation', () => {
  it('has each value in its place, and no empty ones', () => {
    const values = {
      phone: '+4915112345678',
      chat: '',
      question: 'Which day?',
      options: ['Monday', 'Friday'],
      multiple: 'true',
    }
    expect(inputOf(find('sendPoll'), values)).toEqual({
      phone: '+4915112345678',
      poll: { name: 'Which day?', options: ['Monday', 'Friday'], multiple: true },
    })
  })

  it('has lists from lines or commas, JSON from a text, a time with its zone, and what the action always sends', () => {
    const values = { phone: '+49', tags: 'vip, new', fields: '{"plan":"gold"}' }
    expect(inputOf(find('saveContact'), values)).toEqual({
      phone: '+49',
      tags: ['vip', 'new'],
      fields: { plan: 'gold' },
      upsert: true,
    })
    const sent = inputOf(find('sendText'), { message: 'Hello', deliverAt: '2026-11-20T10:30:00+02:00' })
    expect(sent).toEqual({ message: 'Hello', deliverAt: '2026-11-20T08:30:00.000Z' })
    expect(inputOf(find('labelChat'), { chat: 'chat_1', labels: 'a, b\nc' })).toEqual({
      id: 'chat_1',
      labels: ['a, b', 'c'],
    })
  })

  it('is refused with the label of the field that is missing or of another kind', () => {
    expect(() => inputOf(find('sendText'), { phone: '+49' })).toThrow('Text is required')
    expect(() => inputOf(find('saveContact'), { fields: '{' })).toThrow('Custom fields must be JSON')
    expect(() => inputOf(find('sendText'), { message: 'a', deliverAt: 'soon' })).toThrow('Deliver at must be a time')
  })
})
