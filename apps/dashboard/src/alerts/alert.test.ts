import type { Chat, Notification } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import type { LiveEvent } from '../live/stream.ts'
import { freshOf, isWanted, placeOfNotification, readSetting, writtenIn } from './alert.ts'

const me = 'mem_me'
const now = Date.parse('2026-11-23T12:00:00.000Z')
const recent = '2026-11-23T11:59:59.000Z'
const eventOf = (event: string, data: object, occurredAt = recent): LiveEvent => ({
  sequence: 1,
  event,
  data: data as Record<string, unknown>,
  occurredAt,
})
const chatOf = (assignee: string | null, muted = false) =>
  ({ assignee: assignee === null ? null : { id: assignee, name: 'x' }, muted }) as unknown as Chat
const noticeOf = (id: string, rest: object = {}) => ({ id, createdAt: recent, ...rest }) as unknown as Notification

describe('an alert', () => {
  it('is caused by messages of customers, not by those that need no answer, own messages or what is old', () => {
    const message = { chat: 'chat_a', type: 'text', blocked: false, rating: null }
    expect(writtenIn(eventOf('message:in', message), now)).toEqual(message)
    for (const quiet of [{ type: 'reaction' }, { blocked: true }, { rating: 4 }])
      expect(writtenIn(eventOf('message:in', { ...message, ...quiet }), now)).toBeUndefined()
    expect(writtenIn(eventOf('message:out', message), now)).toBeUndefined()
    expect(writtenIn(eventOf('message:in', message, '2026-11-23T11:50:00.000Z'), now)).toBeUndefined()
  })

  it('of a message is wanted for own chats and, where chosen, those of no one; never for muted ones or those of others', () => {
    const preferences = (unassigned: boolean) => ({ memberId: me, setting: { ...readSetting(null), unassigned } })
    expect(isWanted(chatOf(me), preferences(false))).toBe(true)
    expect(isWanted(chatOf(me, true), preferences(true))).toBe(false)
    expect(isWanted(chatOf('mem_b'), preferences(true))).toBe(false)
    expect([isWanted(chatOf(null), preferences(true)), isWanted(chatOf(null), preferences(false))]).toEqual([
      true,
      false,
    ])
  })

  it('is caused by notifications that came since the list was read, not by those of before, old or known ones', () => {
    const [first, second, third] = [noticeOf('ntf_1'), noticeOf('ntf_2'), noticeOf('ntf_3')]
    expect(freshOf(undefined, [first], now)).toEqual([])
    expect(freshOf('', [first], now)).toEqual([first])
    expect(freshOf('ntf_2', [third, second, first], now)).toEqual([third])
    expect(freshOf('ntf_1', [noticeOf('ntf_2', { createdAt: '2026-11-23T11:50:00.000Z' }), first], now)).toEqual([])
  })

  it('reads choices of any text, and keeps to the first ones where it misstates them', () => {
    const first = readSetting(null)
    expect(readSetting('{"sound":true,"desktop":"yes","other":true}')).toEqual({ ...first, sound: true })
    for (const text of ['', 'no json', 'null', '[]', '7']) expect(readSetting(text)).toEqual(first)
  })
})

describe('a notification', () => {
  it('leads to its chat, message, number or webhook', () => {
    const none = { chat: null, message: null, number: null, webhook: null }
    const placeFor = (rest: object) => placeOfNotification(noticeOf('ntf_1', { ...none, ...rest }))
    expect(placeFor({ chat: 'chat_a', number: 'num_a' })).toEqual({ to: 'inbox/all/chat_a', search: {} })
    expect(placeFor({ chat: 'chat_a', message: 'msg_a' })).toEqual({ to: 'inbox/all/chat_a', search: { m: 'msg_a' } })
    expect(placeFor({ number: 'num_a' }).to).toBe('numbers/num_a')
    expect(placeFor({ webhook: 'whk_a' }).to).toBe('developer/webhooks/whk_a')
  })
})
