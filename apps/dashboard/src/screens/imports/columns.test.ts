import { describe, expect, it } from 'vitest'
import { asFields, columnsOf, fieldNameOf, ignoredColumns } from './columns.ts'

const namesOf = (text: string) => columnsOf(text).map(({ name }) => name)

describe('the columns of a file', () => {
  it('are those of its first line, whichever the delimiter and the mark at its beginning', () => {
    expect(namesOf('\uFEFFTelefon;Name;Tarif\n+49151;Ada, Countess;gold')).toEqual(['Telefon', 'Name', 'Tarif'])
    expect(namesOf('phone\tname\r\n1\t2')).toEqual(['phone', 'name'])
    expect(namesOf('"Name, whole",phone\n')).toEqual(['Name, whole', 'phone'])
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
    expect(fieldNameOf('Größe (cm)')).toBe('gro_e_cm')
    expect(fieldNameOf('2nd Plan')).toBe('nd_plan')
    expect(fieldNameOf('…')).toBe('field')
  })

  it('that are ignored unasked are named, and can become custom fields', () => {
    const used = { Telefon: 'phone', City: 'ignore', Note: 'ignore' }
    expect(ignoredColumns(used, { Note: 'ignore' })).toEqual(['City'])
    expect(ignoredColumns(null)).toEqual([])
    expect(asFields(['City', 'Größe (cm)'])).toEqual({ City: 'fields.city', 'Größe (cm)': 'fields.gro_e_cm' })
  })
})
