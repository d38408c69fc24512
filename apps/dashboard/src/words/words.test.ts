import { describe, expect, it } from 'vitest'
import { deskWords as deskDe } from './de/desk.ts'
import { de as firstDe } from './de.ts'
import { deskWords as deskEn } from './en/desk.ts'
import { en as firstEn, type Words } from './en.ts'
import { duration, shortMoment } from './moments.ts'
import { chooseWords, say } from './say.ts'

const en = { ...firstEn, ...deskEn }
const de = { ...firstDe, ...deskDe }
const formsOf = (entry: Words[keyof Words]) => (typeof entry === 'string' ? [entry] : [entry.one, entry.other])
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

describe('the catalogs', () => {
  it('have no key in two files, where one text would replace the other', () => {
    const repeated = Object.keys(firstEn).filter((key) => key in deskEn)
    expect(repeated).toEqual([])
  })

  it('have the same keys, and the same values in each text', () => {
    expect(Object.keys(de).toSorted()).toEqual(Object.keys(en).toSorted())
    for (const key of Object.keys(en) as (keyof Words)[]) {
      const [first = ''] = formsOf(en[key])
      for (const form of [...formsOf(en[key]), ...formsOf(de[key])])
        expect([key, placesOf(form)]).toEqual([key, placesOf(first)])
    }
  })

  it('say one and many, and put numbers as the language writes them', () => {
    chooseWords('en', en)
    expect(say('inbox.unread', { count: 1 })).toBe('1 unread message')
    expect(say('inbox.unread', { count: 1200 })).toBe('1,200 unread messages')
    chooseWords('de', de)
    expect(say('inbox.unread', { count: 1200 })).toBe('1.200 ungelesene Nachrichten')
    chooseWords('en', en)
  })

  it('say times in their two largest units', () => {
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
})
