import { describe, expect, it } from 'vitest'
import { type PhoneCountries, phonePlacesIn, withInternationalPhones } from './national-phones.ts'
import { allOperations } from './services.ts'

const inputOf = (id: string) =>
  allOperations().find(({ noun, verb }) => `${noun}.${verb}` === id)?.operation.input as never
const readIn = (countries: PhoneCountries, id: string, body: unknown) =>
  withInternationalPhones(body, phonePlacesIn(inputOf(id)) as never, countries)
const read = (id: string, body: unknown, within: string | null) => readIn({ within }, id, body)

describe('the phones of an input', () => {
  it('are read in the country beside them, else in that of the workspace, wherever the contract has a phone', () => {
    const [dialed, german, british] = ['07911 123456', '+497911123456', '+447911123456']
    expect(read('messages.send', { phone: dialed, message: '0151' }, 'GB')).toEqual({ phone: british, message: '0151' })
    expect(read('messages.send', { phone: dialed, country: 'GB' }, 'DE')).toEqual({ phone: british, country: 'GB' })
    const messages = [{ phone: dialed, country: 'GB' }, { phone: dialed }, 'faulty']
    const batch = { messages: [{ phone: british, country: 'GB' }, { phone: german }, 'faulty'] }
    expect(read('messages.batch', { messages }, 'DE')).toEqual(batch)
    expect(read('subscribers.add', { phones: [dialed, 7, british] }, 'GB')).toEqual({ phones: [british, 7, british] })
    expect(read('contacts.create', { phone: dialed, country: 'GB' }, null)).toMatchObject({ phone: british })
    expect(read('participants.remove', { participants: [dialed, 'DE.abc'] }, 'GB')).toEqual({
      participants: [british, 'DE.abc'],
    })
  })

  it('are read in the country of the number beside them, unless one is stated', () => {
    const [dialed, british, german] = ['07911 123456', '+447911123456', '+497911123456']
    const inputs = [
      { number: 'num_1' },
      { number: 'num_2' },
      { number: 'num_1', country: 'DE' },
      { number: '__proto__' },
    ]
    const messages = inputs.map((input) => ({ ...input, phone: dialed }))
    const phones = [british, german, german, german]
    expect(readIn({ within: 'DE', numbers: { num_1: 'GB' } }, 'messages.batch', { messages })).toEqual({
      messages: inputs.map((input, i) => ({ ...input, phone: phones[i] })),
    })
  })

  it('are the same object where none changes', () => {
    const body = { messages: [{ phone: '+4915112345678', message: 'x' }] }
    expect(read('messages.batch', body, 'DE')).toBe(body)
  })
})
