import type { ContactFilter } from '@posthorn/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, filterOf, newCondition, questionsOf, subjects, timeOf, treeOf } from './tree.ts'

const word = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9 ,]{0,10}[a-z]$/)
const text = fc.oneof(
  word.map((is) => ({ is })),
  fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => ({ in: all })),
  word.map((contains) => ({ contains })),
  fc.boolean().map((exists) => ({ exists })),
)
const time = fc.oneof(
  fc.constant({ before: '2026-11-01T08:00:00.000Z' }),
  fc.integer({ min: 1, max: 3650 }).map((withinDays) => ({ withinDays })),
  fc.boolean().map((exists) => ({ exists })),
)
const condition: fc.Arbitrary<ContactFilter> = fc.oneof(
  word.map((tag) => ({ tag: tag.replaceAll(',', '') })),
  fc.tuple(word, text).map(([field, asked]) => ({ field, ...asked })),
  fc.tuple(fc.constantFrom('name', 'country', 'phone'), text).map(([attribute, asked]) => ({ attribute, ...asked })),
  fc.tuple(fc.constantFrom('lastMessageAt', 'createdAt'), time).map(([attribute, asked]) => ({ attribute, ...asked })),
  fc.boolean().map((is) => ({ attribute: 'optedOut' as const, is })),
)
const { filter } = fc.letrec<{ filter: ContactFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('filter').map((not) => ({ not })),
  ),
}))

/** Removes the groups that the builder adds around a second `not`. */
function plain(given: ContactFilter): ContactFilter {
  if (given.not) {
    const inner = plain(given.not)
    return inner.not ? plain(inner.not) : { not: inner }
  }
  const all = given.all?.map(plain)
  if (all?.length === 1 && all[0]) return all[0]
  const any = given.any?.map(plain)
  return { ...given, ...(all ? { all } : {}), ...(any ? { any } : {}) }
}

describe('the tree of a filter', () => {
  it('says the same as the filter, however deep it is nested', () => {
    fc.assert(
      fc.property(filter, (given) => {
        expect(plain(filterOf(treeOf(given)) as ContactFilter)).toEqual(plain(given))
      }),
    )
  })

  it('stays as it is when the filter is stored and read', () => {
    fc.assert(
      fc.property(filter, (given) => {
        const tree = treeOf(given)
        expect(treeOf(filterOf(tree) as ContactFilter)).toEqual(tree)
      }),
    )
  })

  it('is no filter until everything in it is filled in', () => {
    const [vip, empty] = [{ ...newCondition('tag'), name: 'vip' }, newCondition('country')]
    expect(filterOf({ kind: 'group', isNot: false, join: 'all', nodes: [vip, empty] })).toBeUndefined()
    expect(filterOf({ kind: 'group', isNot: false, join: 'any', nodes: [] })).toBeUndefined()
    const days = { ...newCondition('lastMessageAt'), value: 'thirty' }
    expect(filterOf(days)).toBeUndefined()
  })

  it('offers a first question for each subject, with a value where one is usual', () => {
    for (const subject of subjects) {
      const made: Condition = newCondition(subject)
      if (subject !== 'tag') expect(questionsOf(subject)).toContain(made.question)
    }
    expect(filterOf(newCondition('hasReplied'))).toEqual({ attribute: 'hasReplied', is: true })
    expect(filterOf(newCondition('lastMessageAt'))).toEqual({ attribute: 'lastMessageAt', withinDays: 30 })
  })

  it('takes a time, or none, but not a year of five digits', () => {
    expect(timeOf('2026-11-01T08:00')).toBe(new Date(2026, 10, 1, 8).toISOString())
    expect(timeOf('')).toBe('')
    expect(timeOf('12026-11-01T08:00')).toBeUndefined()
  })
})
