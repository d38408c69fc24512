import { type KeyScope, keyScopeNames } from '@posthorn/contracts'
import { InvalidArgumentError } from 'commander'

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Parses a time: ISO 8601, or an age such as `90m`, `2h` or `7d`. */
export function timeArgument(text: string): string {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined)
    return new Date(Date.now() - Number(count) * (unitSeconds[unit] ?? 0) * 1_000).toISOString()
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time such as 2027-01-31T00:00:00Z or 2h.')
  return time.toISOString()
}

/** Parses a comma-separated list. */
export function listArgument(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

export const scopesHelp = `comma-separated scopes: ${keyScopeNames.join(', ')}`

export const testHelp = 'make a key for tests, ph_test_…: it reaches simulator numbers only'

/** Parses a comma-separated list of scopes. Refuses unknown ones before anything is sent. */
export function scopesArgument(text: string): KeyScope[] {
  return listArgument(text).map((name) => {
    const scope = keyScopeNames.find((known) => known === name)
    if (scope === undefined) throw new InvalidArgumentError(`${name} is no scope; use ${keyScopeNames.join(', ')}.`)
    return scope
  })
}

/** Returns a parser for integers from `least` to `most`. */
export function countArgument(least: number, most?: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (!/^\d{1,15}$/.test(text) || count < least || (most !== undefined && count > most))
      throw new InvalidArgumentError(
        `It must be a whole number from ${least}${most === undefined ? '' : ` to ${most}`}.`,
      )
    return count
  }
}

/** Returns the object without its undefined values. */
export function withoutUndefined<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
