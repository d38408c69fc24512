import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack, unpack } from './packed.ts'

it('packed text reads as it was, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      expect(unpack(pack(text))).toBe(text.toWellFormed())
    }),
  )
})

it('what an earlier release has packed can still be read: its dictionary is part of the stored form', () => {
  const stored =
    'AUOpnXMtUg0LzU3SUg0rSowSLbLTKs3L0vPMyomvtUEm5KZlZaSWmRZbGCcWFBsV5RWZmoHCHEt1DbbPrDI5tczcMiklpaos3TQjJaXMFEtQILKkR2pOTr5SbS0A'
  const text = unpack(Buffer.from(stored, 'base64'))
  expect(JSON.parse(text)).toMatchObject({ event: 'message:ack', data: { status: 'read', message: 'Hello' } })
})

it('text of an unknown version is refused by its number', () => {
  const packed = pack('{}')
  packed[0] = 9
  expect(() => unpack(packed)).toThrow('version 9')
})
