import { describe, expect, it } from 'vitest'
import { browserOf } from './browser.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

describe('the browser of a session', () => {
  it('is named as people call it, although browsers name each other', () => {
    expect(browserOf(chrome)).toBe('Chrome, Windows')
    expect(browserOf(`${chrome} Edg/131.0.0.0`)).toBe('Edge, Windows')
    expect(browserOf('Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0')).toBe('Firefox, Linux')
  })

  it('is not named where nothing is known', () => {
    expect(browserOf(null)).toBeUndefined()
    expect(browserOf('curl/8')).toBeUndefined()
  })
})
