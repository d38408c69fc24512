import { describe, expect, it } from 'vitest'
import { columnsOf, fieldNameOf } from './columns.ts'

describe('the columns of a file', () => {
  it('are those of its first line, whichever the delimiter and the mark at its beginning', () => {
    expect(columnsOf('\uFEFFTelefon;Name;Tarif\n+49151;Ada, Countess;gold')).toEqual(['Telefon', 'Name', 'Tarif'])
    expect(columnsOf('phone\tname\r\n1\t2')).toEqual(['phone', 'name'])
    expect(columnsOf('"Name, whole",phone\n')).toEqual(['Name, whole', 'phone'])
  })

  it('appear once, without empty ones', () => {
    expect(columnsOf('phone,,name,phone')).toEqual(['phone', 'name'])
    expect(columnsOf('')).toEqual([])
  })

  it('become names that custom fields can have', () => {
    expect(fieldNameOf('Größe (cm)')).toBe('gro_e_cm')
    expect(fieldNameOf('2nd Plan')).toBe('nd_plan')
    expect(fieldNameOf('…')).toBe('field')
  })
})
