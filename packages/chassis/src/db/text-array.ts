/** Type `text` in the catalog of Postgres. */
const textOid = 25
/** Dimensions, whether there are NULLs, and the type of the elements; then length and lower bound of the one dimension. */
const [headBytes, dimensionBytes, lengthBytes] = [12, 8, 4]

/**
 * Returns the binary form of `text[]` (`array_recv` in arrayfuncs.c of Postgres), which the driver sends as it is. Texts are neither
 * escaped here nor parsed there: for rows with 1 KB of JSON half the CPU of an array in text form, on both sides (measured).
 */
export function textArray(texts: readonly (string | null | undefined)[]): Buffer {
  const isEmpty = texts.length === 0
  const sizes = texts.reduce((sum, text) => sum + lengthBytes + (text ? Buffer.byteLength(text) : 0), 0)
  const bytes = Buffer.allocUnsafe(headBytes + (isEmpty ? 0 : dimensionBytes) + sizes)
  let at = bytes.writeInt32BE(isEmpty ? 0 : 1, 0)
  at = bytes.writeInt32BE(texts.some((text) => text === null || text === undefined) ? 1 : 0, at)
  at = bytes.writeInt32BE(textOid, at)
  if (isEmpty) return bytes
  at = bytes.writeInt32BE(texts.length, at)
  at = bytes.writeInt32BE(1, at)
  for (const text of texts) {
    const written = text === null || text === undefined ? -1 : bytes.write(text, at + lengthBytes)
    at = bytes.writeInt32BE(written, at) + Math.max(0, written)
  }
  return bytes
}
