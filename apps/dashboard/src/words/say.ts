import type { Words } from './en.ts'

/** A key of the catalogue. */
export type Key = keyof Words

type Values = Readonly<Record<string, string | number>>
type Catalogue = Readonly<Record<Key, string | { one: string; other: string }>>

let catalogue: Partial<Catalogue> = {}
let locale = 'en'
let plurals = new Intl.PluralRules('en')

/** Chooses the catalogue that all texts come from. It happens once, before anything is shown. */
export function chooseWords(chosen: string, words: Partial<Catalogue>): void {
  catalogue = words
  locale = chosen
  plurals = new Intl.PluralRules(chosen)
}

/** Adds texts to the catalogue. */
export function addWords(words: Partial<Catalogue>): void {
  catalogue = { ...catalogue, ...words }
}

/** Returns the language of all texts. */
export function language(): string {
  return locale
}

/** Returns a text of the catalogue with its values filled in; `count` chooses between one and many. */
export function say(key: Key, values: Values = {}): string {
  const entry = catalogue[key] ?? key
  const text = typeof entry === 'string' ? entry : entry[pluralOf(values['count'])]
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? ''))
}

function pluralOf(count: string | number | undefined): 'one' | 'other' {
  return plurals.select(Number(count ?? 0)) === 'one' ? 'one' : 'other'
}

function shown(value: string | number): string {
  return typeof value === 'number' ? value.toLocaleString(locale) : value
}
