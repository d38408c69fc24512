import type { TimelineItem } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import type { Message, Note } from '../../api/kinds.ts'
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

  it('leaves out what is older than the messages while there are older ones', () => {
    expect(idsOf(true)).toEqual(['chg_c', 'msg_b', 'note_a', 'msg_a'])
  })
})
