import { unpack } from '../db/packed.ts'

/** Returns rows as JSON, with packed texts unpacked and other bytes as characters. */
export function textOfRows(rows: readonly object[]): string {
  return JSON.stringify(rows, function (this: Record<string, unknown>, key, value: unknown) {
    const stored = this[key]
    return stored instanceof Buffer ? textOf(stored) : value
  })
}

function textOf(bytes: Buffer): string {
  try {
    return unpack(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
