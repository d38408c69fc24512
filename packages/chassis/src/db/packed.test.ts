import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pack, packLightly, unpack } from './packed.ts'

/** Texts that repeat themselves and what events contain, at all lengths of a match. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom('{"id":"evt_01","event":"message:ack",', '"statusAt":{"sent":"202","queued":"202"}', 'a'),
      fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(400)).map(([text, times]) => text.repeat(times)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

it.each([
  ['packed', pack],
  ['packed lightly', packLightly],
])('text that is %s reads as it was, whatever it contains', (_name, packText) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(unpack(packText(text))).toBe(text.toWellFormed())
    }),
    { examples: [[''], ['x'.repeat(70_000)], ['😀'.repeat(15_000)]] },
  )
})

it.each([
  [
    'packed',
    'AUOpq3MtUg0LzU3SUg0rSowSLbLTKs3L0vPMyomvw0Em5KZlZaSWmRZbGCcWFBsV5RWZmoHCHEvlDbbPrDI5tczcMiklpaos3TQjJaXMFEtQILKkR2pOTr5SbS0A',
  ],
  [
    'packed lightly',
    'AroAA4MAAqwH/wltOGUxcTc0ZmUxeHQyYThrZnk3dmduNnfEBxcAQgDwBG1mamhldjVzODNhcHMycm5yNTZ0AQJ/AANwAAKFAAAuAP8FcTZ5Y2V2NzliZGR6dmc1aGRkdjULAQAC0QEAXwGASGVsbG8ifX0=',
  ],
])('what an earlier release has %s can still be read: its dictionary is part of the stored form', (_name, stored) => {
  const text = unpack(Buffer.from(stored, 'base64'))
  expect(JSON.parse(text)).toMatchObject({ event: 'message:ack', data: { status: 'read', message: 'Hello' } })
})

it('text of an unknown format is refused by its number', () => {
  const packed = pack('{}')
  packed[0] = 9
  expect(() => unpack(packed)).toThrow('format 9')
})

it('bytes that are no packed text are refused, or read as some text of the length that they claim', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(65_535), (bytes, length) => {
      const packed = Buffer.concat([Buffer.of(2, length, length >> 8), bytes])
      try {
        expect(Buffer.byteLength(unpack(packed))).toBeGreaterThanOrEqual(Math.min(1, length))
      } catch (err) {
        expect(String(err)).toMatch(/broken block/)
      }
    }),
  )
})
