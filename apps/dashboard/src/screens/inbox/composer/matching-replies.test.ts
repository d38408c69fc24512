import type { SavedReply } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { matchingReplies } from './matches.ts'

const reply = (name: string, shortcut: string | null) => ({ name, shortcut }) as SavedReply
const replies = [reply('Away until Monday', null), reply('On its way', 'parcel'), reply('Parts of Parcels', 'wait')]
const found = (written: string) => matchingReplies(replies, written).map(({ name }) => name)

describe('saved replies behind a slash', () => {
  it('are all of them at first', () => {
    expect(found('')).toHaveLength(3)
  })

  it('are those whose shortcut begins with what is written, then those whose name has it', () => {
    expect(found('Par')).toEqual(['On its way', 'Parts of Parcels'])
    expect(found('wa')).toEqual(['Parts of Parcels', 'Away until Monday', 'On its way'])
  })

  it('are none for what no one saved, so that a text with a slash can be sent', () => {
    expect(found('etc')).toEqual([])
  })
})
