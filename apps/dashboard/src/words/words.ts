import type { deskWords } from './en/desk.ts'
import type { errorWords } from './en/errors.ts'
import type { firstWords } from './en/first.ts'
import type { push } from './en/push.ts'

/** Plural forms of a text, by `Intl.PluralRules` category. `other` is used if a form is missing. */
export type Forms = { readonly [F in Intl.LDMLPluralRule]?: string } & { readonly other: string }

type Texts<C> = { readonly [K in keyof C]: C[K] extends string ? string : Forms }

/** Texts that load first, by key. */
export type FirstWords = Texts<typeof firstWords>

/** Texts that load with the first screen that needs them, by key. */
export type DeskWords = Texts<typeof deskWords>

/** Texts for the codes of errors, by key. They load with the first error, or with the desk words. */
export type ErrorWords = Texts<typeof errorWords>

export type PushWords = Texts<typeof push>

export type Words = FirstWords & DeskWords & ErrorWords

export type Key = keyof Words

let catalog: Partial<Words> = {}
let locale = 'en'
let plurals = new Intl.PluralRules('en')
let numbers = new Intl.NumberFormat('en')

/** Sets the language and the texts that load first. Called once, before anything is shown. */
export function chooseWords(chosen: string, words: Partial<Words>): void {
  catalog = words
  locale = chosen
  plurals = new Intl.PluralRules(chosen)
  numbers = new Intl.NumberFormat(chosen)
}

/** Adds texts that were loaded later. */
export function addWords(words: Partial<Words>): void {
  catalog = { ...catalog, ...words }
}

/** Returns the code of the chosen language, such as `en`. */
export const language = (): string => locale

/** Whether there is a text with this key. The API may use names that were unknown when the dashboard was built. */
export const isKey = (key: string): key is Key => key in catalog

/** Returns an object's own property. People choose the names, so a property may have the same name as an inherited one. */
export const ownValue = <V>(values: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Returns a text with its values filled in. `count` selects the plural form. */
export function say(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  const entry = catalog[key] ?? key
  const text = typeof entry === 'string' ? entry : (entry[plurals.select(Number(values['count'] ?? 0))] ?? entry.other)
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? ''))
}

/** Returns a value as it appears in a text: numbers are formatted in the language. */
const shown = (value: string | number): string => (typeof value === 'number' ? numberText(value) : value)

/** Formats a share of 1 as a percentage in the chosen language. Only none is shown as 0 %, and only all as 100 %. */
export function percentText(share: number, digits = 0): string {
  const step = 10 ** -(2 + digits)
  const isRoundedUp = share < 1 && share > 1 - step / 2
  const isRoundedDown = share > 0 && share < step / 2
  const limited = isRoundedUp ? 1 - step : isRoundedDown ? step : share
  const text = limited.toLocaleString(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${isRoundedUp ? '> ' : isRoundedDown ? '< ' : ''}${text}`
}

/** Formats a number for the chosen language. */
export const numberText = (value: number): string => numbers.format(value)

/** Returns a country's name in the chosen language. */
export const countryName = (code: string): string => new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code

/** Formats a number of bytes for the chosen language, such as 1.5 MB. */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${numberText(Math.ceil(bytes / 1_000))}\u00a0kB`
    : `${numberText(Math.round(bytes / 100_000) / 10)}\u00a0MB`

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the formatter with this name for the language. Formatters are kept, because creating one is slow. */
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language()} ${name}`
  let made = formats.get(key)
  if (made === undefined) formats.set(key, (made = new Intl.DateTimeFormat(language(), options)))
  return made
}

/** Formats a time with seconds, so that times within the same minute can be told apart. */
export const clockTimeWithSeconds = (at: string | number): string =>
  format('seconds', { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(at))

/** Formats a time, such as 14:02. */
export const clockTime = (at: string | number | Date): string =>
  format('clock', { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

let clock = () => Date.now()

/** Sets the clock that tells which day is today. `moment.tsx` sets the server's, because it imports this file. */
export function setClock(now: () => number): void {
  clock = now
}

/** Formats a day: today, yesterday, or the date, with its weekday in the current year, and otherwise with the year. */
export function dayOf(at: string, now: number): string {
  const date = new Date(at)
  if (daysApart(date, now) === 0) return say('time.today')
  if (daysApart(date, now) === 1) return say('time.yesterday')
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  if (isThisYear) return format('day', { weekday: 'long', day: 'numeric', month: 'long' }).format(date)
  return format('year', { day: 'numeric', month: 'long', year: 'numeric' }).format(date)
}

/** Formats a calendar day such as 2026-11-27 for the axis of a chart: without the year. */
export const shortDay = (day: string): string =>
  format('shortDay', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(day))

/** Formats a calendar day such as 2026-11-27, with the year. */
export const fullDay = (day: string): string =>
  format('fullDay', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))

/** Formats a moment for lists: the time if it is today, yesterday, the weekday in the last week, otherwise the date. */
export function shortMoment(at: string, now = clock()): string {
  const date = new Date(at)
  const days = daysApart(date, now)
  if (days === 0) return clockTime(at)
  if (days === 1) return say('time.yesterday')
  if (days > 1 && days < 7) return format('weekday', { weekday: 'short' }).format(date)
  if (date.getFullYear() === new Date(now).getFullYear())
    return format('short', { day: 'numeric', month: 'short' }).format(date)
  return format('shortYear', { day: 'numeric', month: 'numeric', year: '2-digit' }).format(date)
}

/** Formats a date and time in the viewer's time zone. The line doesn't break before AM or PM. */
export function fullMoment(at: string | number): string {
  const text = format('full', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at))
  return text.replace(/\s(?=\p{L}+$)/u, '\u00a0')
}

/** Formats a moment for a sentence: the time if it is today, otherwise the date and time. */
export const momentText = (at: string | number): string =>
  daysApart(new Date(at), clock()) === 0 ? clockTime(at) : fullMoment(at)

/** Formats a time in UTC, as in logs and responses. */
export const utcMoment = (at: string): string => `${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`

/** Formats a time for a date-time field, in the viewer's time zone, without its seconds. */
export const localTime = (at: number): string => localSecond(at).slice(0, -':00'.length)

/**
 * Formats a time for a date-time field with seconds, in the viewer's time zone. Not by the zone's offset, which browsers give in whole minutes:
 * before 1900, most zones have seconds too.
 */
export function localSecond(at: number): string {
  const date = new Date(at)
  const digits = (value: number) => String(value).padStart(2, '0')
  const day = [String(date.getFullYear()).padStart(4, '0'), digits(date.getMonth() + 1), digits(date.getDate())]
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(digits)
  return `${day.join('-')}T${time.join(':')}`
}

/** Formats a duration in its largest unit; hours also have minutes, such as `5 h 12 min`. The text doesn't break across lines. */
export const duration = (ms: number): string => unitsOf(ms).replaceAll(' ', '\u00a0')

function unitsOf(ms: number): string {
  if (ms < second) return say('time.ms', { count: Math.max(0, Math.round(ms)) })
  if (ms < minute) return say('time.seconds', { count: Math.round(ms / second) })
  if (ms < hour) return say('time.minutes', { count: Math.floor(ms / minute) })
  if (ms < day) {
    const minutes = Math.floor((ms % hour) / minute)
    const hours = say('time.hours', { count: Math.floor(ms / hour) })
    return minutes === 0 ? hours : `${hours} ${say('time.minutes', { count: minutes })}`
  }
  return say('time.days', { count: Math.floor(ms / day) })
}

/** Whether both times are on the same day in the viewer's time zone. */
export const isSameDay = (a: string, b: string): boolean => daysApart(new Date(a), Date.parse(b)) === 0

/** Returns how many calendar days ago a date is. Rounded, because a day on which the clock changes has 23 or 25 hours. */
function daysApart(date: Date, now: number): number {
  const midnight = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime()
  return Math.round((midnight(new Date(now)) - midnight(date)) / day)
}

/** Returns the entries of a text area that has one per line, without the spaces around them and empty lines. */
export const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])
