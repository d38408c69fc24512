import { refuse } from './error-codes.ts'

const bytesMax = 5 * 1024 * 1024
const pixelsMin = 192
/** Baseline, extended and progressive frames: their header has the size. */
const frames = [0xc0, 0xc1, 0xc2]

/** Refuses what cannot be the picture of a group: 131053 for no JPEG or too many bytes, 131209 when not square, 131210 when too small. */
export function checkPicture(file: { mime: string; bytes: Buffer }): { mime: string; bytes: Buffer } {
  const size = file.mime === 'image/jpeg' ? sizeOf(file.bytes) : undefined
  if (size === undefined || file.bytes.length > bytesMax) return refuse(131053)
  if (size.width !== size.height) refuse(131209)
  if (size.width < pixelsMin) refuse(131210)
  return file
}

/** Walks the segments of a JPEG up to its frame header. */
function sizeOf(bytes: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (frames.includes(bytes[at + 1] ?? 0))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}
