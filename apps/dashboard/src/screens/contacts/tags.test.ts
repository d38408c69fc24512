import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedTags } from './tags.ts'

const tag = fc.stringMatching(/^[a-z]{1,4}$/)
const tags = fc.uniqueArray(tag, { maxLength: 6 })

describe('the change of tags', () => {
  it('makes the tags of a contact those of the list, and touches no other', () => {
    fc.assert(
      fc.property(tags, tags, (known, wanted) => {
        const { added, removed } = changedTags(known, ` ${wanted.join(' , ')},`)
        const after = [...known.filter((each) => !removed.includes(each)), ...added]
        expect(after.toSorted()).toEqual(wanted.toSorted())
        expect(added.filter((each) => known.includes(each))).toEqual([])
      }),
    )
  })
})
