import { describe, expect, it } from 'vitest'
import { makeWamid, readWamid } from './wamid.ts'

describe('a message id', () => {
  it.each([1, 255, 256, 4_294_967_296, 2 ** 47])('of number %i is read back', (n) => {
    expect(readWamid('0123456789ab', makeWamid('0123456789ab', 'inbound', n))).toEqual({ kind: 'inbound', n })
  })

  it('differs between data folders, kinds and numbers', () => {
    const ids = ['0123456789ab', 'ba9876543210'].flatMap((instance) =>
      (['inbound', 'outbound'] as const).flatMap((kind) => [1, 2].map((n) => makeWamid(instance, kind, n))),
    )
    expect(new Set(ids).size).toBe(8)
    for (const id of ids) expect(id).toMatch(/^wamid\.[A-Za-z0-9+/]{20}$/)
  })

  it.each(['', 'wamid.', 'wamid.AAAA', 'x', makeWamid('ba9876543210', 'outbound', 1)])(
    'of somebody else is not read: %s',
    (id) => {
      expect(readWamid('0123456789ab', id)).toBeUndefined()
    },
  )
})
