import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadFilters, loadsOf } from './sums.ts'

const members = fc
  .uniqueArray(fc.stringMatching(/^mem_[a-z0-9]{26}$/), { maxLength: 40 })
  .map((ids) => ids.map((id) => ({ id, name: id })))
const countOf = (total: number) => ({ total, unread: 0, oldestWaitingAt: null, more: false })

describe('the loads of a team', () => {
  it('are counted by at most thirty filters with names that the API takes, however large the team is', () => {
    fc.assert(
      fc.property(members, (team) => {
        const names = Object.keys(loadFilters(team))
        expect(names.length).toBeLessThanOrEqual(30)
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,40}$/)
      }),
    )
  })

  it('have the member with the most waiting chats first, and those of no one', () => {
    const team = [
      { id: 'mem_a', name: 'Ada' },
      { id: 'mem_b', name: 'Grace' },
    ]
    const open = { none: countOf(1), mem_a: countOf(9), mem_b: countOf(2) }
    const waiting = { 'none-waiting': countOf(1), 'mem_a-waiting': countOf(0), 'mem_b-waiting': countOf(2) }
    const loads = loadsOf(team, { ...open, ...waiting })
    expect(loads.map(({ name, open: all, waiting: first }) => [name, all, first])).toEqual([
      ['Grace', 2, 2],
      [undefined, 1, 1],
      ['Ada', 9, 0],
    ])
  })
})
