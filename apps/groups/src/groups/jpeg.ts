/** Limits of a group's picture: a square JPEG (provider: at least 192 pixels, at most 5 MB). */
export const groupImage = { pixelsMin: 192, bytesMax: 5 * 1024 * 1024 } as const

/** Markers of frame headers (ISO 10918-1, table B.1): C0–CF without C4 (tables), C8 (reserved) and CC (conditioning). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Reads a JPEG's size from its frame header; undefined if it isn't a JPEG. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 9 <= bytes.length) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) return undefined
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
