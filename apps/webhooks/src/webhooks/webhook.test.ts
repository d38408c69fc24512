import { expect, it } from 'vitest'
import { matchEndpoints } from './webhook.ts'

const a = { url: 'a', position: 0 }
const b = { url: 'b', position: 1 }
const c = { url: 'c', position: 2 }

it('an endpoint whose url stays is kept, at any position', () => {
  const { kept, added, removed } = matchEndpoints([a, b], ['b', 'a'])
  expect(kept.map(({ endpoint, position, isMoved }) => [endpoint.url, position, isMoved])).toEqual([
    ['b', 0, false],
    ['a', 1, false],
  ])
  expect([added, removed]).toEqual([[], []])
})

it('a changed url keeps its endpoint, so that waiting deliveries go to the new one', () => {
  expect(matchEndpoints([a], ['x']).kept).toEqual([{ endpoint: a, url: 'x', position: 0, isMoved: true }])
})

it('extra urls are added, extra endpoints removed', () => {
  expect(matchEndpoints([a], ['a', 'x']).added).toEqual([{ url: 'x', position: 1 }])
  expect(matchEndpoints([a, b, c], ['x', 'c'])).toMatchObject({
    removed: [b],
    kept: [{ endpoint: a, url: 'x' }, { endpoint: c }],
  })
})
