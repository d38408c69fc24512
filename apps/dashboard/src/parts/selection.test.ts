import { expect, test } from 'vitest'
import { extended, nothingSelected, type Selected, toggled } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const idsOf = ({ ids }: Selected) => [...ids].toSorted()

test('an item that is toggled twice is not selected', () => {
  const once = toggled(nothingSelected, 'b')
  expect(idsOf(once)).toEqual(['b'])
  expect(idsOf(toggled(once, 'b'))).toEqual([])
})

test.each([
  ['downward', 'b', 'd', ['b', 'c', 'd']],
  ['upward', 'd', 'b', ['b', 'c', 'd']],
  ['to itself', 'c', 'c', ['c']],
])('a range %s has both ends', (_, from, to, ids) => {
  expect(idsOf(extended(toggled(nothingSelected, from), to, order))).toEqual(ids)
})

test('a range keeps what was selected before it', () => {
  const some = toggled(toggled(nothingSelected, 'a'), 'c')
  expect(idsOf(extended(some, 'd', order))).toEqual(['a', 'c', 'd'])
})

test('a range without a beginning, or from an item that has left the list, selects its end', () => {
  expect(idsOf(extended(nothingSelected, 'c', order))).toEqual(['c'])
  expect(idsOf(extended(toggled(nothingSelected, 'gone'), 'c', order))).toEqual(['c', 'gone'])
})
