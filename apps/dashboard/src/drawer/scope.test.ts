import { describe, expect, it } from 'vitest'
import { isAbout, scopeOf } from './scope.ts'

describe('the scope of the drawer', () => {
  it('is the thing that the address names, and none on a screen of many things', () => {
    expect(scopeOf({ ws: 'ws_1', view: 'all', chat: 'chat_1' })).toEqual({ kind: 'chat', id: 'chat_1' })
    expect(scopeOf({ ws: 'ws_1', number: 'num_1', part: 'queue' })).toEqual({ kind: 'number', id: 'num_1' })
    expect(scopeOf({ ws: 'ws_1', message: 'msg_1' })).toEqual({ kind: 'message', id: 'msg_1' })
    for (const params of [{ ws: 'ws_1' }, { ws: 'ws_1', webhook: 'new' }]) expect(scopeOf(params)).toBeUndefined()
  })

  it('has the events whose data name it, at any place, by its whole id', () => {
    const chat = { kind: 'chat' as const, id: 'chat_1' }
    const about = (data: object) => isAbout({ data }, chat)
    expect(about({ id: 'msg_1', chat: 'chat_1' })).toBe(true)
    expect(about({ id: 'chat_1' })).toBe(true)
    expect(about({ from: { chats: ['chat_1'] } })).toBe(true)
    expect(about({ id: 'msg_1', chat: 'chat_12' })).toBe(false)
  })
})
