import { describe, expect, it } from 'vitest'
import { readRecipient, waIdOf } from './recipient.ts'

describe('a recipient', () => {
  it.each([
    ['+4915112345678', '+4915112345678'],
    ['+49 (151) 123-45678', '+4915112345678'],
    ['4915112345678', '+4915112345678'],
    ['1 (631) 555-1234', '+16315551234'],
    ['15550100002', '+15550100002'],
    ['6315551234', '+16315551234'],
  ])(
    '%s is read as %s: digits that are no whole international number get the country code of the sender',
    (input, to) => {
      expect(readRecipient({ to: input })).toEqual({ input, to, doomed: false })
    },
  )

  it('without a plus that has written before is reached, whatever its digits', () => {
    const isCustomer = (phone: string) => phone === '+6315551234'
    expect(readRecipient({ to: '6315551234' }, isCustomer).to).toBe('+6315551234')
  })

  it('in `to` wins over `recipient`', () => {
    expect(readRecipient({ to: '+4915112345678', recipient: 'US.1' }).to).toBe('+4915112345678')
  })

  it('that is a user id in `to` is reduced to digits and will not arrive', () => {
    expect(readRecipient({ to: 'US.13491208655302741918' })).toMatchObject({ to: '+134912086553027', doomed: true })
  })

  it.each([
    [{ to: 'somebody' }, '131009'],
    [{ to: '+0491511234567' }, '131009'],
    [{ to: '+12345678901234567' }, '131009'],
    [{ recipient: '+4915112345678' }, '131009'],
    [{}, '131008'],
  ])('%j is refused', (body, code) => {
    expect(() => readRecipient(body)).toThrow(code)
  })

  it.each([
    ['+525512345678', '5215512345678'],
    ['+5531987654321', '553187654321'],
    ['+5511987654321', '5511987654321'],
    ['+4915112345678', '4915112345678'],
  ])('%s is known to the provider as %s', (phone, waId) => {
    expect(waIdOf(phone)).toBe(waId)
  })
})
