import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeShare, Turns } from './shares.ts'

it('no workspace has more than a quarter, and one that has none finds a place, however the others take and give back', () => {
  const step = fc.record({ workspace: fc.nat(5), takes: fc.boolean(), places: fc.integer({ min: 1, max: 60 }) })
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 400 }), fc.array(step, { maxLength: 60 }), (max, steps) => {
      const own = new Map<number, number>()
      let used = 0
      for (const { workspace, takes, places } of steps) {
        const has = own.get(workspace) ?? 0
        const change = takes ? Math.min(places, computeShare({ max, used }, has)) : -Math.min(places, has)
        own.set(workspace, has + change)
        used += change
      }
      expect(Math.max(0, ...own.values())).toBeLessThanOrEqual(max / 4)
      expect(used).toBeLessThanOrEqual(max)
      expect(used < max || own.size > 4).toBe(true)
      if (used < max) expect(computeShare({ max, used }, 0)).toBeGreaterThan(0)
    }),
  )
})

it('a few places are for the first to come', () => {
  expect(computeShare({ max: 3, used: 1 }, 1)).toBe(2)
})

const served = (workspaceId: string, ...ids: string[]) => ids.map((endpointId) => ({ workspaceId, endpointId }))

it.each([
  ['the greatest id', ['c', 'd'], 'd'],
  ['the greatest of the ids from the beginning, once the turn has come back there', ['a', 'c', 'd'], 'a'],
  ['the same as before without jobs', [], 'b'],
])('after endpoint b, the one served last is %s', (_, ids, last) => {
  const turns = new Turns()
  turns.note(served('w', 'b'))
  turns.note(served('w', ...ids))
  expect([turns.last(), turns.last('w')]).toEqual([last, last])
})

it('the turn of a workspace goes on where it ended, whatever the claim serves of another', () => {
  const turns = new Turns()
  turns.note([...served('w', 'a', 'b'), ...served('other', 'z')])
  expect([turns.last('w'), turns.last('other'), turns.last()]).toEqual(['b', 'z', 'z'])
  turns.keep(new Set(['other']))
  expect([turns.last('w'), turns.last('other')]).toEqual(['', 'z'])
})
