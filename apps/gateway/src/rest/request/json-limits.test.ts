import { describe, expect, it } from 'vitest'
import { checkJsonLimits } from './body.ts'

const codeOf = (text: string) => {
  try {
    checkJsonLimits(text)
    return 'fine'
  } catch (err) {
    return (err as { code: string }).code
  }
}

describe('checkShape', () => {
  it.each([
    ['{"a":1,"a":2}'],
    ['{"a":{"b":1,"c":[],"b":{}}}'],
    ['{"a":1,"\\u0061":2}'],
    ['[{"x":[{"y":1,"y":1}]}]'],
    ['{ "a b" : "c" , "a b" : null }'],
  ])('refuses %s, which names something twice in one object', (text) => {
    expect(codeOf(text)).toBe('request:malformed')
  })

  it.each([
    ['{"a":"a","b":"a"}'],
    ['[{"a":1},{"a":2}]'],
    ['{"a":{"a":{"a":[]}}}'],
    ['{"a":["a","a"],"b":"\\"a\\",\\"a"}'],
    ['{"a":"{,\\"a\\":1"}'],
  ])('takes %s, where the same text means other things', (text) => {
    expect(codeOf(text)).toBe('fine')
    JSON.parse(text)
  })

  it.each(['', '"', '{"a', '{"a":1,"', '}}]]', '{"a":1,,"b"', '{"\\u12"'])(
    'leaves %s, which is no JSON, to the parser',
    (text) => {
      expect(codeOf(text)).toBe('fine')
    },
  )

  it('takes 32 levels and 50,000 commas, not one more, wherever they are', () => {
    expect(codeOf(`${'['.repeat(32)}${']'.repeat(32)}`)).toBe('fine')
    expect(codeOf('['.repeat(33))).toBe('request:too_deep')
    expect(codeOf('{"a":'.repeat(100_000))).toBe('request:too_deep')
    expect(codeOf(`[${'0,'.repeat(50_000)}0]`)).toBe('fine')
    expect(codeOf(`[${'0,'.repeat(50_001)}0]`)).toBe('request:too_large')
    expect(codeOf(`["${'[{,'.repeat(60_000)}"]`)).toBe('fine')
  })
})
