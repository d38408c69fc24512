import { describe, expect, it } from 'vitest'
import { jpegSize } from './groups.ts'

const of = (hex: string) => jpegSize(Buffer.from(hex, 'hex'))

describe('the size of a JPEG', () => {
  it('is that of its frame header, after whatever is before it', () => {
    expect(of('ffd8 ffe0 0004 0000 ffc0 0011 08 0140 0280 03'.replaceAll(' ', ''))).toEqual({ width: 640, height: 320 })
    expect(of('ffd8 ffc4 0003 00 ff ffc2 0011 08 00c0 00c0 03'.replaceAll(' ', ''))).toEqual({
      width: 192,
      height: 192,
    })
  })

  it.each(['', 'ffd8', '47494638', 'ffd8ffe0ffff0000', 'ffd80000000000000000000000', 'ffd8ffc0001108'])(
    'is none of other or broken bytes: %s',
    (hex) => {
      expect(of(hex)).toBeUndefined()
    },
  )
})
