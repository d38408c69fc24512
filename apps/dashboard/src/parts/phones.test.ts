import { describe, expect, it } from 'vitest'
import { phonesOf } from './form.tsx'

describe('the phones in a text', () => {
  it('are those between commas and line breaks, each once, without what people write between the digits', () => {
    expect(phonesOf('+49 151 1234-5601, +4915112345602;\n+49 (151) 12345602\n')).toEqual([
      '+4915112345601',
      '+4915112345602',
    ])
    expect(phonesOf(' \n')).toEqual([])
  })
})
