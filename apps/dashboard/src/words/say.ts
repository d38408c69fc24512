import type { Words } from './en.ts'

/** A key of the catalog. */
export type Key = keyof Words

type Values = Readonly<Record<string, string | number>>
type Catalog = Readonly<Record<Key, string | { one: string; other: string }>>

let catalog: Partial<Catalog> = {}
let locale = 'en'
let plurals = new Intl.PluralRules('en')

/** Chooses the catalog that all texts come from. It happens once, before anything is shown. */
export function chooseWords(chosen: string, words: Partial<Catalog>): void {
  catalog = words
  locale = chosen
  plurals = new Intl.PluralRules(chosen)
}

/** Adds texts to the catalog. */
export function addWords(words: Partial<Catalog>): void {
  catalog = { ...catalog, ...words }
}

/** Returns the language of all texts. */
export function language(): string {
  return locale
}

/** Returns a text of the catalog with its values filled in; `count` chooses between one and many. */
export function say(key: Key, values: Values = {}): string {
  const entry = catalog[key] ?? key
  const text = typeof entry === 'string' ? entry : entry[pluralOf(values['count'])]
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? ''))
}

function pluralOf(count: string | number | undefined): 'one' | 'other' {
  return plurals.select(Number(count ?? 0)) === 'one' ? 'one' : 'other'
}

function shown(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString(locale) : value
}
