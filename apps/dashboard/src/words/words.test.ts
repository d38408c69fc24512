import { afterEach, describe, expect, it, vi } from 'vitest'
import { deskWords } from './en/desk.ts'
import { errorWords } from './en/errors.ts'
import { firstWords } from './en/first.ts'
import { type Language, languages, loadWords } from './load.ts'
import {
  addWords,
  chooseWords,
  countryName,
  duration,
  type Forms,
  fullDay,
  language,
  localSecond,
  localTime,
  percentText,
  say,
  setClock,
  shortDay,
  shortMoment,
  sizeText,
  type Words,
} from './words.ts'

const en: Words = { ...firstWords, ...deskWords, ...errorWords }
const keys = Object.keys(en) as (keyof Words)[]
const tags = Object.keys(languages) as Language[]

const wordsOf = async (tag: Language): Promise<Words> => {
  const { first, desk, errors } = languages[tag]
  return { ...(await first()).firstWords, ...(await desk()).deskWords, ...(await errors()).errorWords }
}
const formsOf = (entry: string | Forms) => (typeof entry === 'string' ? { other: entry } : entry)
const textsOf = (entry: string | Forms): string[] => Object.values(formsOf(entry))
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

it('have no key in two files, where one text would replace the other', () => {
  const repeated = Object.keys(firstWords).filter((key) => key in deskWords)
  expect(repeated).toEqual([])
})

describe.each(tags)('the texts of the language %s', (tag) => {
  it('have the keys of English, and in each text its values', async () => {
    const words = await wordsOf(tag)
    expect(Object.keys(words).toSorted()).toEqual(keys.toSorted())
    for (const key of keys) {
      const places = placesOf(formsOf(en[key]).other)
      for (const text of textsOf(words[key])) expect([key, placesOf(text)]).toEqual([key, places])
    }
  })

  it('say something wherever English does', async () => {
    const words = await wordsOf(tag)
    const silent = keys.filter((key) => textsOf(words[key]).some((text) => text.trim() === '' && en[key] !== ''))
    expect(silent).toEqual([])
  })

  it('have only forms that the language selects, and always the one for all other numbers', async () => {
    const words = await wordsOf(tag)
    const selected: readonly string[] = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    for (const key of keys) {
      const forms = Object.keys(formsOf(words[key]))
      expect([key, forms.includes('other'), forms.filter((form) => !selected.includes(form))]).toEqual([key, true, []])
    }
  })
})

describe('the language', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    ['what was chosen here', 'de', ['es-MX', 'en'], 'de'],
    ['the first of the browser that is here', null, ['fr-FR', 'es-MX', 'en'], 'es'],
    ['English, where none is here', 'xx', ['fr', 'pt-BR'], 'en'],
  ])('is %s', async (_, chosen, wanted, expected) => {
    const documentElement = { lang: '' }
    vi.stubGlobal('localStorage', { getItem: () => chosen })
    vi.stubGlobal('navigator', { languages: wanted })
    vi.stubGlobal('document', { documentElement })
    await loadWords()
    expect([language(), documentElement.lang]).toEqual([expected, expected])
    expect(say('nav.contacts')).toBe((await wordsOf(expected as Language))['nav.contacts'])
  })
})

describe('a date-time field', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    '2026-07-01T10:00:59',
    '2026-12-01T23:59:01',
    '1890-01-01T00:53:29',
    '0024-02-29T12:00:07',
    '0002-01-01T00:00:00',
  ])('shows %s as it was typed', (typed) => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const at = new Date(typed).getTime()
    expect([localSecond(at), localTime(at)]).toEqual([typed, typed.slice(0, 16)])
  })
})

describe('a text', () => {
  it('says one and many, and puts numbers as the language writes them', async () => {
    chooseWords('en', en)
    expect(say('inbox.unread', { count: 1 })).toBe('1 unread message')
    expect(say('inbox.unread', { count: 1200 })).toBe('1,200 unread messages')
    chooseWords('de', await wordsOf('de'))
    expect(say('inbox.unread', { count: 1200 })).toBe('1.200 ungelesene Nachrichten')
  })

  it('has the form that the language selects for the number, else the one for all other numbers', () => {
    chooseWords('pl', {
      'inbox.unread': { one: '{count} wiadomość', few: '{count} wiadomości', other: '{count} wiad.' },
    })
    const said = (count: number) => say('inbox.unread', { count })
    expect([said(1), said(3), said(5)]).toEqual(['1 wiadomość', '3 wiadomości', '5 wiad.'])
    addWords({ 'inbox.unread': { other: '{count} wiad.' } })
    expect([said(1), said(3)]).toEqual(['1 wiad.', '3 wiad.'])
  })

  it('says days as the language does', async () => {
    const said = async (tag: Language) => {
      chooseWords(tag, await wordsOf(tag))
      return [shortDay('2026-11-07'), fullDay('2026-11-07')]
    }
    expect(await said('en')).toEqual(['Nov 7', 'Nov 7, 2026'])
    expect(await said('de')).toEqual(['7. Nov.', '07.11.2026'])
    expect(await said('es')).toEqual(['7 nov', '7 nov 2026'])
  })

  it('says a share as 0 % only for none, and as 100 % only for all', async () => {
    chooseWords('de', await wordsOf('de'))
    const said = [0, 0.001, 0.005, 0.5, 0.994, 0.998, 1].map((share) => percentText(share))
    expect(said.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      '0 %',
      '< 1 %',
      '1 %',
      '50 %',
      '99 %',
      '> 99 %',
      '100 %',
    ])
    chooseWords('en', en)
    expect([0.0001, 0.0005, 0.9996].map((share) => percentText(share, 1))).toEqual(['< 0.1%', '0.1%', '> 99.9%'])
  })

  it('names a country', async () => {
    chooseWords('de', await wordsOf('de'))
    expect(countryName('DE')).toBe('Deutschland')
  })

  it('says the size of a file', async () => {
    chooseWords('de', await wordsOf('de'))
    expect([900, 1_540_000].map(sizeText)).toEqual(['1\u00a0kB', '1,5\u00a0MB'])
  })

  it('says a duration in its largest unit, and hours with minutes', () => {
    chooseWords('en', en)
    expect([duration(900), duration(61_000), duration(5.2 * 3_600_000), duration(3 * 86_400_000)]).toEqual([
      '900\u00a0ms',
      '1\u00a0min',
      '5\u00a0h\u00a012\u00a0min',
      '3\u00a0days',
    ])
    const now = Date.parse('2026-11-22T12:00:00.000Z')
    expect(shortMoment('2026-11-21T12:00:00.000Z', now)).toBe('Yesterday')
  })

  it('says what was yesterday by the clock that was set, not that of the browser', () => {
    chooseWords('en', en)
    setClock(() => Date.parse('2026-11-22T12:00:00.000Z'))
    expect(shortMoment('2026-11-21T12:00:00.000Z')).toBe('Yesterday')
    setClock(Date.now)
  })
})
