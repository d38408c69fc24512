import { describe, expect, it } from 'vitest'
import { partThatFits } from './part-that-fits.ts'

/** Returns the field with its matches marked in brackets. */
function marked(fields: Parameters<typeof partThatFits>[0], q: string): string {
  const { field, text, marks } = partThatFits(fields, q)
  const parts = marks.toReversed().reduce((shown, { from, to }) => {
    return `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`
  }, text)
  return `${field}: ${parts}`
}

const person = [
  { field: 'name' as const, value: 'Adalbert von Ada' },
  { field: 'phone' as const, value: '+4915112345678' },
  { field: 'email' as const, value: 'ada@example.com' },
]
const says = (value: string) => [{ field: 'text' as const, value }]

describe('the part that fits', () => {
  it.each([
    ['a name, whatever its case', 'ADALB', 'name: [Adalb]ert von Ada'],
    ['part of a name', 'bert', 'name: Adal[bert] von Ada'],
    ['words of a name in any order', 'ada von', 'name: [Ada]lbert [von] Ada'],
    ['a phone as people type it', '+49 (151) 123-45', 'phone: +[4915112345]678'],
    ['an address', 'example.com', 'email: ada@[example.com]'],
    ['a name that only resembles it', 'Adelbert', 'name: Adalbert von Ada'],
    ['signs that a pattern would interpret', '.*', 'name: Adalbert von Ada'],
  ])('is found for %s', (_, q, expected) => {
    expect(marked(person, q)).toBe(expected)
  })

  it.each([
    ['Ein Café, bitte', 'cafe', 'text: Ein [Café], bitte'],
    ['Ein Cafe\u0301, bitte', 'café', 'text: Ein [Cafe\u0301], bitte'],
    ['Lange Straße 3', 'STRASSE 3', 'text: Lange [Straße 3]'],
    ['gut 👍🏽 danke', '👍', 'text: gut [👍]🏽 danke'],
    ['日本語テキスト', '本語', 'text: 日[本語]テキスト'],
  ])('is found without case and accents: %s', (value, q, expected) => {
    expect(marked(says(value), q)).toBe(expected)
  })

  it('is the beginning of a word in a message, and all its words wherever they are', () => {
    expect(marked(says('Compare my parcel'), 'par')).toBe('text: Compare my [par]cel')
    expect(marked(says('Where is my Parcel,\nplease?'), 'parcel where')).toBe('text: [Where] is my [Parcel],\nplease?')
    expect(marked(says('Größe passt nicht'), 'größe pas')).toBe('text: [Größe pas]st nicht')
    expect(marked(says('parcel_on_its_way'), 'parcel on')).toBe('text: [parcel_on]_its_way')
  })

  it('of a long text is what is around it, with whole characters', () => {
    const long = `${'🦊'.repeat(300)} the needle ${'🦊'.repeat(300)}`
    const { text, marks } = partThatFits(says(long), 'needle')
    expect(text.isWellFormed()).toBe(true)
    expect(text.length).toBeLessThan(150)
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual(['needle'])
    expect(text).toMatch(/^…🦊.*🦊…$/u)
    expect(partThatFits(says(`needle ${'x'.repeat(300)}`), 'needle').text).toMatch(/^needle x+…$/)
    expect(marked(says(`${'x '.repeat(300)}needle`), 'needle')).toMatch(/^text: …[x ]+\[needle\]$/)
  })
})
