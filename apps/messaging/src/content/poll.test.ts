import { expect, it } from 'vitest'
import { readVote } from './poll.ts'

const days = { name: 'Which day?', options: ['Monday', 'Tuesday', '10'] }

it.each<[string, { id?: string; text?: string }, number[] | null]>([
  ['the id of an option', { id: 'option_1', text: 'Monday' }, [1]],
  ['an id of nothing, with a name', { id: 'other', text: 'Tuesday' }, [1]],
  ['an option that does not exist, without a name', { id: 'option_9' }, null],
  ['a number', { text: '2' }, [1]],
  ['a name', { text: ' tuesday ' }, [1]],
  ['a name that is a number of no option', { text: '10' }, [2]],
  ['a button that shows a number, which is no name', { id: 'other', text: '1' }, null],
  ['two numbers', { text: '1, 2' }, null],
  ['another text', { text: 'None of them' }, null],
  ['nothing', {}, null],
])('a vote for one option is read from %s', (_, answer, chosen) => {
  expect(readVote({ ...days, multiple: false }, answer)).toEqual(chosen)
})

it.each<[string, number[] | null]>([
  ['1, 2', [0, 1]],
  ['2 1 2', [0, 1]],
  ['1, 7', null],
  ['Monday', [0]],
])('a vote for several options is read from "%s"', (text, chosen) => {
  expect(readVote({ ...days, multiple: true }, { text })).toEqual(chosen)
})
