import { fail } from '@posthorn/contracts'
import type { Reply } from '../exchange.ts'

/** First and last byte of a part of a file. */
type ByteRange = { first: number; last: number }

/**
 * Returns the range of bytes that a GET asks for (RFC 9110, section 14), and describes it in the response's headers. Undefined if the
 * response is the whole file: also for several ranges, and for one with a condition, because files have no version to compare.
 *
 * @throws Fault `range:unsatisfiable` if the file has no such bytes.
 */
export function rangeOf({ req, headers }: Pick<Reply, 'req' | 'headers'>, size: number): ByteRange | undefined {
  headers['Accept-Ranges'] = 'bytes'
  const { range = '', 'if-range': condition } = req.headers
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  const isReversed = from !== '' && to !== '' && Number(to) < Number(from)
  if (req.method !== 'GET' || condition !== undefined || from + to === '' || isReversed) return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  headers['Content-Range'] = first > last ? `bytes */${size}` : `bytes ${first}-${last}/${size}`
  return first > last ? fail('range:unsatisfiable') : { first, last }
}
