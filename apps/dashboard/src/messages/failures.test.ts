import { expect, it } from 'vitest'
import { ranked } from './failures.ts'

it('names are ranked by frequency, and by name among equals', () => {
  expect(ranked({ b: 1, c: 9, a: 1 }).map(({ name }) => name)).toEqual(['c', 'a', 'b'])
})
