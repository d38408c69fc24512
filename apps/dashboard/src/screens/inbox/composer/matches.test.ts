import type { SavedReply } from '@posthorn/sdk'
import { describe, expect, it, test } from 'vitest'
import { matchingMembers, matchingReplies, mentionPrefix, mentionsIn, piecesOf } from './matches.ts'

const team = [
  { id: 'mem_1', name: 'Ann' },
  { id: 'mem_2', name: 'Anna Lee' },
  { id: 'mem_3', name: 'Grace Hopper' },
]

test.each([
  ['@', ''],
  ['Look, @Gra', 'Gra'],
  ['one\n@a', 'a'],
  ['(@Gra', 'Gra'],
  ['mail@example', undefined],
  ['@Grace Hopper ', undefined],
  ['nothing', undefined],
])('behind an @ at the end of %j is written %j', (text, written) => {
  expect(mentionPrefix(text)).toBe(written)
})

test('a member is found by the beginning of each of their names', () => {
  expect(matchingMembers(team, 'an').map(({ name }) => name)).toEqual(['Ann', 'Anna Lee'])
  expect(matchingMembers(team, 'hop').map(({ name }) => name)).toEqual(['Grace Hopper'])
})

test('a note mentions each member once, by the longest name that is written', () => {
  expect(mentionsIn('@Anna Lee and @Grace Hopper: @Anna Lee knows. @Nobody', team)).toEqual(['mem_2', 'mem_3'])
  expect(mentionsIn('@Ann, please', team)).toEqual(['mem_1'])
  expect(mentionsIn('@Ann, please', [...team, { id: 'mem_4', name: 'Ann' }])).toEqual(['mem_1', 'mem_4'])
})

test.each([
  ['@Annika called', []],
  ['@Ann2 called', []],
  ['write to info@Ann.example', []],
  ['write to first.@Ann', []],
  ['(@Ann)', ['mem_1']],
  ['@Ann.', ['mem_1']],
  ['@Ann@Anna Lee', ['mem_1']],
  ['@Anna Leed', []],
  ['é@Ann', []],
])('a mention is a whole word: %j mentions %j', (text, mentioned) => {
  expect(mentionsIn(text, team)).toEqual(mentioned)
})

test('the pieces of a note are its whole text', () => {
  const text = 'Ask @Grace Hopper, or @ann@example.com.'
  expect(
    piecesOf(text, team)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})

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
