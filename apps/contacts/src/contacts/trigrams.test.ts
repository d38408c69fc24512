import { describe, expect, it } from 'vitest'
import { partsLeftByTypos, trigramsOf } from './select.sql.ts'

describe('trigrams of names', () => {
  it('are every three characters of each word, which begins and ends', () => {
    expect(trigramsOf('Ann  Bo')).toEqual(['  a', ' an', 'ann', 'nn ', 'n  ', '  b', ' bo', 'bo '])
  })

  it.each(Array.from({ length: 12 }, (_, i) => i + 6))(
    'keep a part whole when half of %i in a row are spoiled, wherever, and no part is in many names',
    (length) => {
      const trigrams = Array.from({ length }, (_, i) => `t${i}`)
      const parts = partsLeftByTypos(trigrams)
      const spoiled = Math.floor(length / 2)
      for (let from = 0; from + spoiled <= length; from++) {
        const left = new Set(trigrams.toSpliced(from, spoiled))
        expect(parts.some((part) => part.every((trigram) => left.has(trigram)))).toBe(true)
      }
      expect(Math.min(...parts.map((part) => part.length))).toBeGreaterThanOrEqual(3)
    },
  )
})
