import type { Words } from './en.ts'

export type Key = keyof Words

type Values = Readonly<Record<string, string | number>>
type Catalog = Readonly<Record<Key, string | { one: string; other: string }>>

let catalog: Partial<Catalog> = {}
let locale = 'en'
let plurals = new Intl.PluralRules('en')

/** Sets the catalog of all texts, once, before anything is shown. */
export function chooseWords(chosen: string, words: Partial<Catalog>): void {
  catalog = words
  locale = chosen
  plurals = new Intl.PluralRules(chosen)
}

export function addWords(words: Partial<Catalog>): void {
  catalog = { ...catalog, ...words }
}

export function language(): string {
  return locale
}

/** Returns a text with its values filled in; `count` chooses singular or plural. */
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
