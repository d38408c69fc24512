import type { Words } from './catalog.ts'

export type Key = keyof Words

type Values = Readonly<Record<string, string | number>>

let catalog: Partial<Words> = {}
let locale = 'en'
let plurals = new Intl.PluralRules('en')

/** Sets the text catalog. Called once, before anything is shown. */
export function chooseWords(chosen: string, words: Partial<Words>): void {
  catalog = words
  locale = chosen
  plurals = new Intl.PluralRules(chosen)
}

/** Adds texts that were loaded later. */
export function addWords(words: Partial<Words>): void {
  catalog = { ...catalog, ...words }
}

/** Returns the code of the chosen language, such as `en`. */
export function language(): string {
  return locale
}

/** Whether there is a text with this key. The API may use names that were unknown when the dashboard was built. */
export function isKey(key: string): key is Key {
  return key in catalog
}

/** Returns a text with its values filled in. `count` selects the plural form. */
export function say(key: Key, values: Values = {}): string {
  const entry = catalog[key] ?? key
  const text = typeof entry === 'string' ? entry : (entry[plurals.select(Number(values['count'] ?? 0))] ?? entry.other)
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? ''))
}

/** Returns a value as it appears in a text: numbers are formatted in the language. */
function shown(value: string | number): string {
  return typeof value === 'number' ? numberText(value) : value
}

/** Formats a share of 1 as a percentage in the chosen language. */
export function percentText(share: number, digits = 0): string {
  return share.toLocaleString(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Formats a number for the chosen language. */
export function numberText(value: number): string {
  return value.toLocaleString(locale)
}
