import { expect, test } from 'vitest'
import { countArgument } from './options.ts'

test('a whole number between the bounds is taken, and the bounds themselves', () => {
  expect(['1', '42', '100'].map(countArgument(1, 100))).toEqual([1, 42, 100])
  expect(countArgument(0)('999999999999999')).toBe(999_999_999_999_999)
})

test.each(['0', '101', '1.5', '-1', '1e2', ''])('%j is refused with the bounds', (text) => {
  expect(() => countArgument(1, 100)(text)).toThrow('It must be a whole number from 1 to 100.')
})
