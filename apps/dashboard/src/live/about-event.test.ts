import { describe, expect, it } from 'vitest'
import { isRestoredBetween, placeOfEvent, subjectOf } from './about-event.ts'

type Logged = Parameters<typeof placeOfEvent>[0]
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
    const places = Object.entries({
      'message:ack': [{ id: 'msg_1', chat: 'chat_1' }, 'developer/messages/msg_1'],
      'chat:updated': [{ id: 'chat_1' }, 'inbox/all/chat_1'],
      'contact:created': [{ id: 'con_1' }, 'contacts/con_1'],
      'import:finished': [{ id: 'imp_1' }, 'imports/imp_1'],
      'group:updated': [{ id: 'grp_1', number: 'num_1' }, 'groups/grp_1'],
      'channel:posted': [{ id: 'pst_1', channel: 'chn_1' }, 'broadcasts/chn_1'],
      'number:reported': [{ id: 'num_1' }, 'numbers/num_1'],
      'call:missed': [{ number: 'num_1', call: 'wacid.1' }, 'numbers/num_1'],
      'template:updated': [{ number: 'num_1', template: '1' }, 'numbers/num_1'],
      'webhook:failing': [{ webhook: 'whk_1', endpoint: 'end_1' }, 'developer/webhooks/whk_1'],
      'member:removed': [{ id: 'mem_1' }, undefined],
      'message:in': [{ erased: true }, undefined],
    } satisfies Record<string, [data: object, place: string | undefined]>)
    const gone = { id: 'con_1', mergedInto: null }
    expect(placeOfEvent(logged('contact:deleted', gone))).toBeUndefined()
    expect(placeOfEvent(logged('contact:deleted', { ...gone, mergedInto: 'con_2' }))).toBe('contacts/con_1')
    for (const [event, [data, place]] of places)
      expect([event, placeOfEvent(logged(event, data))]).toEqual([event, place])
  })
})

it.each([
  ['the next one', 41, 42, false],
  ['one after events of many other numbers', 41, 5_000_000, false],
  ['one after a restore, which skips a sequence for each millisecond since 2026', 41, 41 + 28_000_000_000, true],
  ['the first one', undefined, 28_000_000_000, false],
])('a leap of the sequence alone shows a restore: an event that is %s', (_, before, after, isRestored) => {
  expect(isRestoredBetween(before, after)).toBe(isRestored)
})
