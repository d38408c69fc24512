import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tagsIn } from './tags.ts'

const tags = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 6 })

it('reads the tags of a list with commas, each once', () => {
  fc.assert(
    fc.property(tags, (wanted) => {
      expect(tagsIn(` ${[...wanted, ...wanted].join(' , ')},`)).toEqual(wanted)
    }),
  )
})
