import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accounts } from './accounts/contract.ts'
import { fieldNames, invalidRequest, nearestName } from './field-errors.ts'
import { newId } from './ids.ts'
import { color } from './messaging/chat.ts'
import { messaging } from './messaging/contract.ts'
import { numbers } from './numbers/contract.ts'
import { optionalIdOf } from './schemas.ts'
import { allOperations } from './services.ts'

const { input } = messaging.messages.send
const known = Object.keys(input.shape)

function refusal(given: unknown) {
  const result = input.safeParse(given)
  if (result.success) throw new Error('the input is valid')
  return invalidRequest(result.error, { known, given })
}
const pathsOf = (given: unknown) => refusal(given).errors.map(({ path }) => path)

describe('a refused request', () => {
  it('names every faulty field at once, a rule over several fields too', () => {
    expect(pathsOf({})).toEqual(['phone', 'message'])
    expect(pathsOf({ phone: '+4915112345678', chat: 'nonsense', expiresIn: 1, message: '' })).toEqual([
      'message',
      'chat',
      'expiresIn',
    ])
    const cloud = numbers.numbers.create.input.safeParse({ appSecret: 's' })
    expect(cloud.error?.issues.map(({ path }) => path[0])).toEqual([
      'name',
      'phoneNumberId',
      'businessAccountId',
      'accessToken',
    ])
  })

  it('names what violates a rule over several fields beside every other fault, in every operation', () => {
    const inputs = allOperations().map(({ noun, verb, operation }) => ({
      id: `${noun}.${verb}`,
      ...operation.input._zod,
    }))
    const waiting = inputs.filter(({ def }) => def.checks?.some((check) => check._zod.def.when === undefined))
    expect(waiting.map(({ id }) => id)).toEqual([])
  })

  it('says of a missing field that it is required, of an unknown one which was meant', () => {
    expect(refusal({ phone: '+4915112345678', mesage: 'x' }).errors).toEqual([
      { path: 'mesage', code: 'field:unknown', message: 'is not a field here; did you mean message?' },
      { path: 'message', code: 'field:missing', message: 'is required' },
    ])
  })

  it.each([
    [{ to: '+4915112345678', message: 'x' }, 'to', 'phone'],
    [{ phone: '+4915112345678', text: 'x' }, 'text', 'message'],
    [{ phone: '+4915112345678', body: 'x' }, 'body', 'message'],
    [{ phone: '+4915112345678', message: 'x', from: 'y' }, 'from', 'number'],
  ])('names the field that is meant by a name of another API: %j', (given, path, meant) => {
    expect(refusal(given).errors).toContainEqual({
      path,
      code: 'field:unknown',
      message: `is not a field here; did you mean ${meant}?`,
    })
  })

  it.each([
    ['mediaUrl', 'media.url', messaging.messages.send],
    ['file_name', 'media.filename', messaging.messages.send],
    ['name', undefined, messaging.messages.send],
    ['country', 'settings.country', accounts.workspace.update],
    ['timezone', 'settings.timeZone', accounts.workspace.update],
    ['nam', 'name', accounts.workspace.update],
  ])('names the only field inside another that is meant by %s: %s', (name, meant, { input: { shape } }) => {
    expect(nearestName(name, fieldNames(shape))).toBe(meant)
  })

  it('suggests nothing for a name that is like none', () => {
    expect(nearestName('to', ['poll', 'list'])).toBeUndefined()
    expect(nearestName('limit', ['size', 'cursor'])).toBe('size')
    expect(nearestName('mesage', known)).toBe('message')
    expect(nearestName('device_id', known)).toBe('number')
    expect(nearestName('conversation', ['chat', 'search'])).toBe('chat')
    expect(refusal({ phone: '+4915112345678', message: 'x', zzzzzz: 1 }).errors).toEqual([
      { path: 'zzzzzz', code: 'field:unknown', message: 'is not a field here; remove it' },
    ])
  })

  it.each<[z.ZodType, unknown, string]>([
    [z.string(), 1, 'must be a string'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3).max(5), 'ab', 'must have at least 3 characters'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.int(), 1.5, 'must be an integer'],
    [z.int(), 'x', 'must be a number'],
    [z.number().min(3), 1, 'must be at least 3'],
    [z.number().positive(), 0, 'must be greater than 0'],
    [z.number().max(3), 4, 'must be at most 3'],
    [z.boolean(), 'x', 'must be true or false'],
    [z.array(z.string()).min(2), ['a'], 'must have at least 2 items'],
    [z.array(z.string()), 'x', 'must be an array'],
    [z.object({}), 'x', 'must be an object'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal(true), false, 'must be true'],
    [z.email(), 'x', 'must be an email address'],
    [z.iso.date(), 'x', 'must be a date such as 2026-11-20'],
    [z.string().regex(/x/), 'y', 'must be in the documented form'],
    [z.string().regex(/x/, 'must have an x'), 'y', 'must have an x'],
    [z.string().min(3).regex(/x/, 'must have an x'), 'y', 'must have at least 3 characters'],
    [color, 'blue', 'must be a color such as #2f80ed'],
    [optionalIdOf('msg'), 'y', 'must be the id of a message (msg_…)'],
    [z.union([z.string(), z.array(z.string())]), 1, 'must be a string, or an array'],
    [z.union([z.literal('a'), z.object({ b: z.string() })]), { b: 1 }, 'is not valid: b must be a string'],
  ])('says once, in plain words, what a field must be (%#)', (schema, value, message) => {
    const result = z.object({ field: schema }).safeParse({ field: value })
    expect(invalidRequest(result.error ?? { issues: [] }, { known: ['field'], given: undefined }).errors).toEqual([
      { path: 'field', code: 'field:invalid', message },
    ])
  })

  it.each([z.string(), z.enum(['a', 'b']), z.literal('a'), z.union([z.literal('a'), z.object({ b: z.string() })])])(
    'says that a required field is missing, whatever its type (%#)',
    (schema) => {
      const result = z.object({ field: schema }).safeParse({})
      expect(invalidRequest(result.error ?? { issues: [] }, { known: ['field'], given: {} }).errors).toEqual([
        { path: 'field', code: 'field:missing', message: 'is required' },
      ])
    },
  )

  it('has no sentence of the validator, whatever an operation is sent', () => {
    const values = [null, true, -1, 0.5, 1e18, '', 'x', 'x'.repeat(70_000), [], ['x'], {}, { x: 1 }]
    for (const { operation } of allOperations()) {
      const { shape } = operation.input
      for (const value of values) {
        const given = Object.fromEntries(Object.keys(shape).map((name) => [name, value]))
        const { error } = operation.input.safeParse(given)
        if (!error) continue
        const { errors } = invalidRequest(error, { known: Object.keys(shape), given })
        expect(new Set(errors.map(({ path }) => path)).size).toBe(errors.length)
        for (const { message } of errors) expect(message).not.toMatch(/^(Invalid|Too|Unrecognized)|[<>]=/)
      }
    }
  })

  it('carries the sharper code when all faulty fields agree on one', () => {
    expect(refusal({ phone: '123', message: 'x' })).toMatchObject({ code: 'phone:invalid', status: 400 })
    expect(refusal({ phone: '+4915112345678', group: newId('grp'), message: 'x' })).toMatchObject({
      code: 'target:ambiguous',
    })
    expect(refusal({ phone: '123', message: '' }).code).toBe('request:invalid')
  })

  it.each<[object, string]>([
    [{}, 'phone: is required, or userId or chat or group or channel (1 more in errors).'],
    [
      { phone: '123', message: 'x' },
      'phone: `123` is not a phone number. Use the international format, such as `+4915112345678`.',
    ],
    [{ userId: '120363041234567890', message: 'x' }, 'userId: must be a user id such as DE.1349'],
    [
      { phone: '+4915112345678', mesage: 'x' },
      'mesage: is not a field here; did you mean message? (1 more in errors).',
    ],
    [{ phone: '+4915112345678', message: 1 }, 'message: must be a string (got 1).'],
    [{ phone: '+4915112345678', message: ['x'] }, 'message: must be a string (got a list).'],
    [{ phone: '+4915112345678', message: 'x', deliverAt: 'soon' }, 'deliverAt: must be '],
    [
      { phone: '+4915112345678', group: newId('grp'), message: 'x' },
      'group: send exactly one of phone, userId, chat, group, channel, not phone and group',
    ],
  ])('says in its message which field is wrong and why: %j', (given, message) => {
    expect(refusal(given).message).toContain(message)
  })

  it('repeats no value of a secret, and no more than the beginning of a long one', () => {
    const create = numbers.numbers.create.input
    const refused = (given: Record<string, unknown>) => {
      const { error } = create.safeParse(given)
      return JSON.stringify(invalidRequest(error ?? { issues: [] }, { known: Object.keys(create.shape), given }).errors)
    }
    const secrets = Object.keys(create.shape).filter((name) => /token|secret/i.test(name))
    expect(secrets.length).toBeGreaterThan(2)
    for (const name of secrets) expect(refused({ name: 'Shop', [name]: `!${'s'.repeat(5_000)}` })).not.toContain('sss')
    expect(refused({ name: 'n'.repeat(5_000) }).length).toBeLessThan(1_000)
  })

  it('repeats no value of a secret header', () => {
    const created = allOperations().find(({ noun, verb }) => `${noun}.${verb}` === 'webhooks.create')?.operation.input
    const given = { url: 'https://a.example', events: ['*'], secretHeader: { name: 'X-Key', value: 'ß and more' } }
    const { errors } = invalidRequest(created?.safeParse(given).error ?? { issues: [] }, { known: [], given })
    expect(errors.map(({ path }) => path)).toEqual(['secretHeader.value'])
    expect(JSON.stringify(errors)).not.toContain('more')
  })

  it('suggests another name than the one that was sent', () => {
    for (const name of known) expect(nearestName(name, known)).not.toBe(name)
  })

  it('stays short however much is wrong', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, 1]))
    expect(refusal(many).errors.length).toBeLessThanOrEqual(100)
  })
})
