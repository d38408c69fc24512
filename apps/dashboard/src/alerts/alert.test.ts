import { describe, expect, it } from 'vitest'
import type { Chat } from '../api/kinds.ts'
import type { LiveEvent } from '../live/stream.ts'
import { causeOf, isWanted } from './alert.ts'
import { readSetting } from './setting.ts'

const me = 'mem_me'
const now = Date.parse('2026-11-23T12:00:00.000Z')
const eventOf = (event: string, data: object, timestamp = '2026-11-23T11:59:59.000Z'): LiveEvent => ({
  sequence: 1,
  event,
  data: data as Record<string, unknown>,
  timestamp,
})
const changed = (data: object) => causeOf(eventOf('chat:updated', { id: 'chat_a', ...data }), me, now)
const chatOf = (assignee: string | null, muted = false) =>
  ({ assignee: assignee === null ? null : { id: assignee, name: 'x' }, muted }) as unknown as Chat

describe('an alert', () => {
  it('is caused by messages of customers, not by reactions, own messages or what is old', () => {
    const message = { chat: 'chat_a', type: 'text' }
    expect(causeOf(eventOf('message:in', message), me, now)).toEqual({ reason: 'written', chat: 'chat_a', message })
    expect(causeOf(eventOf('message:in', { ...message, type: 'reaction' }), me, now)).toBeUndefined()
    expect(causeOf(eventOf('message:out', message), me, now)).toBeUndefined()
    expect(causeOf(eventOf('message:in', message, '2026-11-23T11:50:00.000Z'), me, now)).toBeUndefined()
  })

  it('is caused by colleagues who assign a chat to the person or mention them, not by what the person does', () => {
    const assignee = { id: me, name: 'Me' }
    expect(changed({ change: 'assigned', by: { id: 'mem_b' }, assignee })).toEqual({
      reason: 'assigned',
      chat: 'chat_a',
    })
    expect(changed({ change: 'assigned', by: { id: me }, assignee })).toBeUndefined()
    expect(changed({ change: 'assigned', by: { id: 'mem_b' }, assignee: { id: 'mem_c' } })).toBeUndefined()
    const note = { id: 'note_a', mentions: [me] }
    expect(changed({ change: 'noted', by: { id: 'mem_b' }, note })).toEqual({ reason: 'mentioned', chat: 'chat_a' })
    expect(changed({ change: 'noted', by: { id: 'mem_b' }, note: { ...note, mentions: [] } })).toBeUndefined()
    expect(changed({ change: 'resolved', by: { id: 'mem_b' }, assignee })).toBeUndefined()
  })

  it('is wanted for own chats and, where chosen, those of nobody; never for muted ones or those of others', () => {
    const written = { reason: 'written', chat: 'chat_a' } as const
    const preferences = (unassigned: boolean) => ({ member: me, setting: { ...readSetting(null), unassigned } })
    expect(isWanted(written, chatOf(me), preferences(false))).toBe(true)
    expect(isWanted(written, chatOf(me, true), preferences(true))).toBe(false)
    expect(isWanted(written, chatOf('mem_b'), preferences(true))).toBe(false)
    expect([
      isWanted(written, chatOf(null), preferences(true)),
      isWanted(written, chatOf(null), preferences(false)),
    ]).toEqual([true, false])
    expect(isWanted({ reason: 'mentioned', chat: 'chat_a' }, chatOf('mem_b'), preferences(false))).toBe(true)
  })

  it('reads choices of any text, and keeps to the first ones where it misstates them', () => {
    const first = readSetting(null)
    expect(readSetting('{"sound":true,"desktop":"yes","other":true}')).toEqual({ ...first, sound: true })
    for (const text of ['', 'no json', 'null', '[]', '7']) expect(readSetting(text)).toEqual(first)
  })
})
