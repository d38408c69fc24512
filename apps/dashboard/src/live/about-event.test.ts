import { describe, expect, it } from 'vitest'
import { placeOf, subjectOf } from './about-event.ts'

type Logged = Parameters<typeof placeOf>[0]
const logged = (event: string, data: object) => ({ event, data }) as unknown as Logged

describe('an event of the log', () => {
  it('says what it is about, whatever its data have', () => {
    expect(subjectOf(logged('message:in', { id: 'msg_1', message: 'Hello', status: 'received' }))).toBe(
      'received · Hello',
    )
    expect(subjectOf(logged('chat:updated', { id: 'chat_1', change: 'assigned', name: 'Ada' }))).toBe('assigned · Ada')
    expect(subjectOf(logged('contact:deleted', { erased: true }))).toBe('')
  })

  it('leads to its object where that has a page, and nowhere when its person was erased', () => {
    expect(placeOf(logged('message:ack', { id: 'msg_1' }))).toBe('developer/messages/msg_1')
    expect(placeOf(logged('chat:updated', { id: 'chat_1' }))).toBe('inbox/all/chat_1')
    expect(placeOf(logged('message:in', { erased: true }))).toBeUndefined()
  })
})
