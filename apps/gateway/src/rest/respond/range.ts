import type { IncomingMessage } from 'node:http'
import { fail } from '@posthorn/contracts'
import type { Reply } from '../exchange.ts'

/** First and last byte of a part of a file. */
type ByteRange = { first: number; last: number }

/**
 * Returns the range that a GET asks for, as written. Undefined if the response is the whole file: also for several ranges, and for one with a
 * condition, because files have no version to compare.
 */
function writtenRange({ method, headers }: IncomingMessage): { from: string; to: string } | undefined {
  const { range = '', 'if-range': condition } = headers
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  const isReversed = from !== '' && to !== '' && Number(to) < Number(from)
  return method !== 'GET' || condition !== undefined || from + to === '' || isReversed ? undefined : { from, to }
}

/** Returns the first byte that a request asks for; 0 for the whole file and for a range counted from the end, whose start needs the size. */
export const firstByteAsked = (req: IncomingMessage): number => Number(writtenRange(req)?.from ?? 0)

/**
 * Returns the range of bytes that a GET asks for (RFC 9110, section 14). Undefined if the response is the whole file.
 *
 * @throws Fault `range:unsatisfiable` if the file has no such bytes. The response's headers then have its size.
 */
export function rangeOf({ req, headers }: Pick<Reply, 'req' | 'headers'>, size: number): ByteRange | undefined {
  const range = writtenRange(req)
  if (range === undefined) return undefined
  const { from, to } = range
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  if (first <= last) return { first, last }
  headers['Content-Range'] = `bytes */${size}`
  return fail('range:unsatisfiable')
}
