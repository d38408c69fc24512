import type { Fields } from '../api/body.ts'
import { printed, refuseField } from '../api/body.ts'

/** Returns a time in the main API's format. Refuses other text. */
export function dateOf(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  const text = value instanceof Date ? value.toISOString() : printed(value)
  const parsed = new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  if (Number.isNaN(parsed.getTime())) refuseField(name, 'must be an ISO 8601 time')
  return parsed.toISOString()
}

const units: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  mo: 2_592_000,
  y: 31_536_000,
}

/** Converts a duration such as `1h`, `10m`, or `30` to seconds. Refuses other text. */
export function secondsOf(value: unknown, path: string): number {
  if (typeof value === 'number' && value >= 0) return value
  const [, count = '', unit = 's'] =
    /^(\d{1,9})\s*(mo|[smhdwy])?$/.exec(typeof value === 'string' ? value.trim() : '') ?? []
  if (count === '') refuseField(path, 'must be a duration such as 30s, 10m, 1h or 2d')
  return Number(count) * (units[unit] ?? 1)
}

const types: Readonly<Record<string, string[]>> = {
  audio: ['audio', 'voice'],
  product: ['product', 'products', 'catalog'],
  buttons_response: ['reply'],
  list_response: ['reply'],
  event: ['system'],
}

export function typesOf(words: readonly string[] | undefined): string[] | undefined {
  return words?.flatMap((word) => types[word] ?? word)
}
