import { describe, expect, it } from 'vitest'
import { invalidRequest } from './field-errors.ts'
import { messaging } from './messaging/contract.ts'
import { numbers } from './numbers/contract.ts'

const { input } = messaging.messages.send
const known = Object.keys(input.shape)

function refusal(given: unknown) {
  const result = input.safeParse(given)
  if (result.success) throw new Error('the input is valid')
  return invalidRequest(result.error, known)
}
const pathsOf = (given: unknown) => refusal(given).errors.map(({ path }) => path)

describe('a refused request', () => {
  it('names every faulty field at once, a rule over several fields too', () => {
    expect(pathsOf({})).toEqual(['phone', 'chat', 'group', 'channel', 'message'])
    expect(pathsOf({ phone: '+4915112345678', chat: 'nonsense', expiresIn: 1, message: '' })).toEqual([
      'chat',
      'message',
      'expiresIn',
      'phone',
      'chat',
    ])
    const cloud = numbers.numbers.create.input.safeParse({ appSecret: 's' })
    expect(cloud.error?.issues.map(({ path }) => path[0])).toEqual([
      'name',
      'phoneNumberId',
      'businessAccountId',
      'accessToken',
    ])
  })

  it('says of a missing field that it is required, of an unknown one which was meant', () => {
    expect(refusal({ phone: '+4915112345678', mesage: 'x' }).errors).toEqual([
      { path: 'mesage', code: 'field:unknown', message: 'is not a field here; did you mean message?' },
      { path: 'message', code: 'field:missing', message: 'is required' },
    ])
  })

  it('carries the sharper code when all faulty fields agree on one', () => {
    expect(refusal({ phone: '123', message: 'x' })).toMatchObject({ code: 'phone:invalid', status: 400 })
    expect(refusal({ message: 'x' })).toMatchObject({ code: 'target:ambiguous', status: 400 })
    expect(refusal({ phone: '123', message: '' }).code).toBe('request:invalid')
  })

  it('stays short however much is wrong', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, 1]))
    expect(refusal(many).errors.length).toBeLessThanOrEqual(100)
  })
})
