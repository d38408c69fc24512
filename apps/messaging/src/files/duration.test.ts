import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationOf } from './media-type.ts'

const whole = (bytes: Buffer) => durationOf({ head: bytes, tail: bytes }, bytes.length)

function oggPage(position: bigint, payload: Buffer): Buffer {
  const page = Buffer.alloc(27)
  page.write('OggS')
  page.writeBigInt64LE(position, 6)
  return Buffer.concat([page, payload])
}

function opusHead(skipped: number): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead')
  head.writeUInt16LE(skipped, 10)
  return head
}

function movie(version: 0 | 1, { scale, length }: { scale: number; length: number }): Buffer {
  const box = Buffer.alloc(40)
  box.write('mvhd')
  box[4] = version
  box.writeUInt32BE(scale, version === 1 ? 24 : 16)
  if (version === 1) box.writeBigUInt64BE(BigInt(length), 28)
  else box.writeUInt32BE(length, 20)
  return box
}

describe('the duration of sound', () => {
  it('is read from voice notes, movies of both versions, and AMR', () => {
    const note = Buffer.concat([oggPage(0n, opusHead(312)), oggPage(48_000n * 7n + 312n, Buffer.alloc(50))])
    const amr = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(32 * 100, 0x3c)])
    expect([
      whole(note),
      whole(movie(0, { scale: 600, length: 1500 })),
      whole(movie(1, { scale: 1000, length: 61_000 })),
      whole(amr),
    ]).toEqual([7000, 2500, 61_000, 2000])
  })

  it('is absent for other bytes, however they are cut', () => {
    const begins = fc.constantFrom('', 'OggS OpusHead', 'mvhd', '#!AMR\n', 'OggS')
    fc.assert(
      fc.property(begins, fc.uint8Array({ maxLength: 60 }), (text, rest) => {
        const found = whole(Buffer.concat([Buffer.from(text), rest]))
        expect(found === undefined || (Number.isInteger(found) && found > 0)).toBe(true)
      }),
    )
    expect(whole(Buffer.from('%PDF-1.7'))).toBeUndefined()
  })
})
