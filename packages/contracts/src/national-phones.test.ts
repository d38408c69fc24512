import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PhoneCountries, phonePlacesIn, toInternational, withInternationalPhones } from './national-phones.ts'
import { allOperations } from './services.ts'

const inputOf = (id: string) =>
  allOperations().find(({ noun, verb }) => `${noun}.${verb}` === id)?.operation.input as never
const readIn = (countries: PhoneCountries, id: string, body: unknown) =>
  withInternationalPhones(body, phonePlacesIn(inputOf(id)) as never, countries)
const read = (id: string, body: unknown, within: string | null) => readIn({ within }, id, body)

describe('a phone as it is dialled within a country', () => {
  it.each([
    ['0151 20007556', 'DE', '+4915120007556'],
    ['(030) 901820', 'DE', '+4930901820'],
    ['0049 151 20007556', 'DE', '+4915120007556'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['1 415 555 2671', 'US', '+14155552671'],
    ['06 12345678', 'NL', '+31612345678'],
    ['347 123 4567', 'IT', '+393471234567'],
  ])('%s of %s is %s', (given, within, phone) => {
    expect(toInternational(given, within)).toBe(phone)
  })

  it.each([
    ['4915120007556', 'DE'],
    ['393471234567', 'DE'],
    ['+39 347 123 4567', 'DE'],
    ['4915120007556', 'US'],
    ['0151 20007556', null],
    ['0151 20007556', 'XX'],
    ['Ada', 'DE'],
    ['0', 'DE'],
    ['01000', 'DE'],
  ])('%s stays as it is in %s', (given, within) => {
    expect(toInternational(given, within)).toBe(given)
  })

  it('becomes another one or stays, whatever is given, and what came out stays as it is', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ +()0-9-]{0,18}$/),
        fc.constantFrom('DE', 'US', 'IT', 'GB', 'BR'),
        (given, within) => {
          const phone = toInternational(given, within)
          if (phone !== given) expect(phone).toMatch(/^\+[1-9]\d{6,14}$/)
          expect(toInternational(phone, within)).toBe(phone)
        },
      ),
    )
  })
})

describe('the phones of an input', () => {
  it('are read in the country beside them, else in that of the workspace, wherever the contract has a phone', () => {
    const [dialled, german, british] = ['07911 123456', '+497911123456', '+447911123456']
    expect(read('messages.send', { phone: dialled, message: '0151' }, 'GB')).toEqual({
      phone: british,
      message: '0151',
    })
    expect(read('messages.send', { phone: dialled, country: 'GB' }, 'DE')).toEqual({ phone: british, country: 'GB' })
    const messages = [{ phone: dialled, country: 'GB' }, { phone: dialled }, 'faulty']
    const batch = { messages: [{ phone: british, country: 'GB' }, { phone: german }, 'faulty'] }
    expect(read('messages.batch', { messages }, 'DE')).toEqual(batch)
    expect(read('subscribers.add', { phones: [dialled, 7, british] }, 'GB')).toEqual({ phones: [british, 7, british] })
    expect(read('contacts.create', { phone: dialled, country: 'GB' }, null)).toMatchObject({ phone: british })
    expect(read('participants.remove', { participants: [dialled, 'DE.abc'] }, 'GB')).toEqual({
      participants: [british, 'DE.abc'],
    })
  })

  it('are read in the country of the number beside them, unless one is stated', () => {
    const [dialled, british, german] = ['07911 123456', '+447911123456', '+497911123456']
    const inputs = [
      { number: 'num_1' },
      { number: 'num_2' },
      { number: 'num_1', country: 'DE' },
      { number: '__proto__' },
    ]
    const messages = inputs.map((input) => ({ ...input, phone: dialled }))
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
