import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeNames } from '../contacts/contact.ts'
import { fillText, parsePlaceholders, personalNames, personalValues, placeholderText, type TextPiece } from './text.ts'

const nobody = {}
const named = fc.constantFrom(...personalNames, 'contact.fields.plan', 'contact.fields.Order no. 7')
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(/[{}|\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, 'x'))
/** Values have no line breaks, control characters or changes of the text's direction. */
const inLine = (value: string) =>
  value
    .replaceAll(/[^\P{Cc}\s\u0085]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[\s\u0085]+/gu, ' ')
    .trim()
const placeholder = fc.record({ name: named, fallback: line })

describe('placeholders', () => {
  it('can name every attribute of a contact, its phone number and its fields', () => {
    expect([...personalNames].toSorted()).toEqual(
      [...attributeNames, 'phone'].map((name) => `contact.${name}`).toSorted(),
    )
  })

  it('are replaced by the value or, if it is missing or blank, the fallback', () => {
    const cases: [text: string, values: Record<string, string>, filled: string][] = [
      ['Hello {{contact.name|there}}!', { 'contact.name': 'Ada' }, 'Hello Ada!'],
      ['Hello {{ contact.name | dear friend }}!', nobody, 'Hello dear friend!'],
      ['{{contact.name|you}} {{contact.name|you}}', { 'contact.name': 'Ada' }, 'Ada Ada'],
      ['{{contact.fields.Order no. 7|none}}', { 'contact.fields.Order no. 7': 'A|B' }, 'A|B'],
      ['{{contact.name|a|b}}', { 'contact.name': ' \t\u200b' }, 'a|b'],
      ['{{contact.name|you}}', { 'contact.name': '  Ada\r\n\tLovelace\u2028K.   ' }, 'Ada Lovelace K.'],
      ['{{contact.name|you}}', { 'contact.name': '\u202eAda\u0001 \u0007 \u2066K.\u0000\u009f' }, 'Ada K.'],
      ['{{contact.name|you}}', { 'contact.name': '\u0001\u202e' }, 'you'],
      ['{{contact.name|\u202eyou}}', nobody, 'you'],
      ['{{contact.name|you}}', { 'contact.name': '{{contact.phone|x}}' }, '{{contact.phone|x}}'],
      ['{{contact.name|you}}', { 'contact.name': '$& $1' }, '$& $1'],
      ['{{contact.fields.constructor|you}}', nobody, 'you'],
      ['No placeholder: { } }} {x}', nobody, 'No placeholder: { } }} {x}'],
    ]
    for (const [text, values, filled] of cases) expect(fillText(text, values)).toBe(filled)
  })

  it('are refused with how to write them', () => {
    const cases: [text: string, fault: RegExp][] = [
      ['{{first_name}}', /^has the unknown name "first_name"; use contact\.name, /],
      ['{{1}}', /unknown name "1"/],
      [`{{${'x'.repeat(500)}|y}}`, /^has the unknown name "x{40}…"; use/],
      ['{{contact.attributes.plan|x}}', /unknown name/],
      ['{{contact.fields.|x}}', /unknown name/],
      ['{{contact.name}}', /^needs a fallback for contact\.name; write \{\{contact\.name\|there\}\}/],
      ['{{contact.name| \u200b }}', /^needs a fallback/],
      ['Hello {{contact.name|there}', /^has \{\{ without \}\}/],
      ['{{contact.name|{{contact.phone|x}}}}', /^has braces inside/],
      ['{{}}', /unknown name ""/],
    ]
    for (const [text, fault] of cases) expect(parsePlaceholders(text).fault, text).toMatch(fault)
  })

  it('read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, placeholder), { maxLength: 5 }), (parts) => {
        const pieces: TextPiece[] = parts.flat()
        const text = pieces.map((piece) => (typeof piece === 'string' ? piece : placeholderText(piece))).join('')
        expect(parsePlaceholders(text)).toEqual({ pieces })
      }),
    )
  })

  it('never read a value: whatever it is, it stands where the placeholder stood, in one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), line, (value, after) => {
        const filled = fillText(`<{{contact.name|you}}>${after}`, { 'contact.name': value, 'contact.phone': 'LEAK' })
        expect(filled.startsWith('<') && filled.endsWith(`>${after}`)).toBe(true)
        const inner = filled.slice(1, -after.length - 1)
        expect(inner === 'you' || inner === inLine(value)).toBe(true)
      }),
    )
  })
})

describe('the values of a contact', () => {
  const contact = {
    name: 'Ada King Lovelace',
    firstName: null,
    phone: '+4915112345678',
    fields: { plan: 'gold', seat: ' ' },
  }

  it('are those that were asked for and are not blank', () => {
    const names = ['contact.name', 'contact.phone', 'contact.email', 'contact.fields.plan', 'contact.fields.seat']
    expect(personalValues(contact, [...names, 'contact.fields.toString'])).toEqual({
      'contact.name': 'Ada King Lovelace',
      'contact.phone': '+4915112345678',
      'contact.fields.plan': 'gold',
    })
  })

  it('have the first word of the name if there is no first name', () => {
    const firstOf = (more: object) => personalValues({ ...contact, ...more }, ['contact.firstName'])
    expect(firstOf({})).toEqual({ 'contact.firstName': 'Ada' })
    expect(firstOf({ firstName: 'Augusta' })).toEqual({ 'contact.firstName': 'Augusta' })
    expect(firstOf({ firstName: ' ', name: '\tAda\nKing' })).toEqual({ 'contact.firstName': 'Ada' })
    expect(firstOf({ name: null })).toEqual({})
  })
})
