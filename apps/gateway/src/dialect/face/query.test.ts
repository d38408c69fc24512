import { describe, expect, it } from 'vitest'
import { readQuery } from './query.ts'

const flag = (query: string) => readQuery(query).flag('sync', 'wait')

describe('a flag of the dialect', () => {
  it.each([
    ['sync=TRUE', true],
    ['sync=1', true],
    ['sync=true&sync=1', true],
    ['wait=0', false],
    ['sync=', undefined],
    ['other=true', undefined],
  ])('%s is %s', (query, value) => {
    expect(flag(query)).toBe(value)
  })

  it.each(['sync=yes', 'sync=2', 'sync=false&sync=true', 'sync=true&sync=no'])('%s is refused', (query) => {
    expect(() => flag(query)).toThrow(expect.objectContaining({ code: 'request:invalid' }))
  })
})
