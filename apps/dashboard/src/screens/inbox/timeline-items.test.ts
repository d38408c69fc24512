import type { Message, Note, TimelineItem } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { changesIn, timelineOf } from './timeline-items.ts'

const at = (minute: number) => `2026-11-23T12:0${minute}:00.000Z`
const messages = [
  { id: 'msg_b', createdAt: at(4) },
  { id: 'msg_a', createdAt: at(2) },
] as Message[]
const notes = [
  { id: 'note_a', createdAt: at(3) },
  { id: 'note_old', createdAt: at(1) },
] as Note[]
const changes = changesIn([
  { type: 'change', id: 'chg_c', at: at(5), change: 'resolved' },
  { type: 'change', id: 'chg_b', at: at(5), change: 'read' },
  { type: 'change', id: 'chg_a', at: at(0), change: 'assigned' },
  { type: 'note', id: 'note_a', at: at(3) },
] as TimelineItem[])
const idsOf = (hasOlder: boolean) => timelineOf({ messages, notes, changes, hasOlder }).map(({ id }) => id)

describe('the timeline of a chat', () => {
  it('has messages, notes and the changes that concern colleagues, newest first', () => {
    expect(idsOf(false)).toEqual(['chg_c', 'msg_b', 'note_a', 'msg_a', 'note_old', 'chg_a'])
  })

  it('has one line for each run of an automation, and none for each of its changes', () => {
    const by = { type: 'automation', id: 'atm_a', name: 'Welcome' }
    const items = [
      { type: 'change', id: 'chg_f', at: at(5), change: 'automated', by },
      { type: 'change', id: 'chg_e', at: at(5), change: 'assigned', by },
      { type: 'change', id: 'chg_d', at: at(5), change: 'assigned', by: { ...by, type: 'member' } },
    ] as TimelineItem[]
    expect(changesIn(items).map(({ id }) => id)).toEqual(['chg_f', 'chg_d'])
  })

  it('leaves out what is older than the messages while there are older ones', () => {
    expect(idsOf(true)).toEqual(['chg_c', 'msg_b', 'note_a', 'msg_a'])
  })

  describe('reactions of the business', () => {
    const target = (reactions: Partial<Message['reactions'][number]>[] = []) =>
      ({ id: 'msg_t', type: 'text', createdAt: at(0), reactions }) as Message
    const reaction = (minute: number, emoji: string, status = 'sent') =>
      ({
        id: `msg_${minute}`,
        type: 'reaction',
        createdAt: at(minute),
        status,
        reaction: emoji,
        reactionMessage: 'msg_t',
      }) as Message
    const shown = (...newestFirst: Message[]) =>
      timelineOf({ messages: newestFirst, notes: [], changes: [], hasOlder: false }).map(
        (item) => item.type === 'message' && [item.id, (item.message.reactions ?? []).map(({ emoji }) => emoji).join()],
      )
    const thumb = { emoji: '👍', via: null, at: at(1) }

    it.each([
      [
        'are at their message, beside those of the customer',
        [reaction(2, '🎉'), target([thumb])],
        [['msg_t', '👍,🎉']],
      ],
      ['are replaced by a later one', [reaction(3, '🙏'), reaction(2, '🎉'), target()], [['msg_t', '🙏']]],
      ['are gone when they were removed', [reaction(3, ''), reaction(2, '🎉'), target()], [['msg_t', '']]],
      [
        'are a message of their own when they failed',
        [reaction(2, '🎉', 'failed'), target()],
        [
          ['msg_2', ''],
          ['msg_t', ''],
        ],
      ],
      [
        "replace an earlier one in the provider's app",
        [reaction(2, '🎉'), target([{ ...thumb, via: 'app' }])],
        [['msg_t', '🎉']],
      ],
      [
        "give way to a later one in the provider's app",
        [reaction(0, '🎉'), target([{ ...thumb, via: 'app' }])],
        [['msg_t', '👍']],
      ],
    ])('%s', (_, newestFirst, expected) => {
      expect(shown(...newestFirst)).toEqual(expected)
    })
  })
})
