import { describe, expect, it } from 'vitest'
import { asFields, columnsOf, headText, ignoredColumns } from './columns.ts'

const namesOf = (text: string) => columnsOf(text).map(({ name }) => name)

describe('the columns of a file', () => {
  it('are those of its first line, whichever the delimiter and the mark at its beginning', () => {
    expect(namesOf('\uFEFFTelefon;Name;Tarif\n+49151;Ada, Countess;gold')).toEqual(['Telefon', 'Name', 'Tarif'])
    expect(namesOf('phone\tname\r\n1\t2')).toEqual(['phone', 'name'])
    expect(namesOf('"Name, whole",phone\n')).toEqual(['Name, whole', 'phone'])
    expect(namesOf('phone;"Name, first, last"')).toEqual(['phone', 'Name, first, last'])
    expect(namesOf('\uFEFFsep=;\r\nName, first, last;phone\r\n')).toEqual(['Name, first, last', 'phone'])
  })

  it('keep quotes that are doubled in quotes, or not at the start of a cell', () => {
    expect(namesOf('"Say ""hi""",5" tall,"","""A""",phone\n')).toEqual(['Say "hi"', '5" tall', '"A"', 'phone'])
  })

  it('appear once, without empty ones', () => {
    expect(namesOf('phone,,name,phone')).toEqual(['phone', 'name'])
    expect(namesOf('')).toEqual([])
  })

  it('have some of their values, each once', () => {
    expect(columnsOf('Phone;City\r\n+49151;Berlin\r\n+49152;Berlin\r\n+49153;"Halle; Saale"\r\n+49154;')).toEqual([
      { name: 'Phone', values: ['+49151', '+49152', '+49153'] },
      { name: 'City', values: ['Berlin', 'Halle; Saale'] },
    ])
  })

  it('become names that custom fields can have', () => {
    const long = 'A name of more than thirty letters'
    expect(asFields(['Größe (cm)', '2nd Plan', 'Prénom', 'Имя', '名前', 'gro e cm', long, `${long}!`])).toEqual({
      'Größe (cm)': 'fields.gro_e_cm',
      '2nd Plan': 'fields.nd_plan',
      Prénom: 'fields.prenom',
      Имя: 'fields.field',
      名前: 'fields.field_2',
      'gro e cm': 'fields.gro_e_cm_2',
      [long]: 'fields.a_name_of_more_than_thirty_let',
      [`${long}!`]: 'fields.a_name_of_more_than_thirty_l_2',
    })
    expect(asFields(['Plan'], { Tarif: 'fields.plan' })).toEqual({ Plan: 'fields.plan_2' })
  })

  it('that are ignored unasked are named, and can become custom fields', () => {
    const used = { Telefon: 'phone', City: 'ignore', Note: 'ignore' }
    expect(ignoredColumns(used, { Note: 'ignore' })).toEqual(['City'])
    expect(ignoredColumns(null)).toEqual([])
    expect(asFields(['City', 'Größe (cm)'])).toEqual({ City: 'fields.city', 'Größe (cm)': 'fields.gro_e_cm' })
  })
})

it.each([
  ['UTF-8', [0x4d, 0xc3, 0xbc, 0x6c], 'Mül'],
  ['UTF-8 that ends within a character', [0x4d, 0xc3], 'M'],
  ['Windows-1252', [0x4d, 0xfc, 0x6c], 'Mül'],
  ['UTF-16 little endian', [0xff, 0xfe, 0x4d, 0x00, 0x16, 0x04], 'MЖ'],
  ['UTF-16 big endian', [0xfe, 0xff, 0x00, 0x4d, 0x04, 0x16], 'MЖ'],
  ['UTF-16 little endian without a mark', [0x4d, 0x00, 0x16, 0x04], 'MЖ'],
  ['UTF-16 big endian without a mark', [0x00, 0x4d, 0x04, 0x16], 'MЖ'],
])('the beginning of a file in %s is read', (_, bytes, text) => {
  expect(headText(Uint8Array.from(bytes))).toBe(text)
})
