import { createSecretKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './audit.ts'

const key = createSecretKey(Buffer.alloc(32, 1))

const fieldsOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]))

describe('values in the audit log', () => {
  it('is what cannot be about people: ids, times, numbers, words of the contract, addresses without their query', () => {
    const value = {
      id: 'whk_01k5v2s8xgf9hb3m4q7r8t9w0y',
      at: '2026-11-20T08:30:00.000Z',
      name: 'till',
      active: true,
      rate: 5,
      events: ['message:*'],
      url: 'https://user:word@shop.example.com/hook?token=word',
      since: new Date(0),
      nothing: null,
    }
    expect(createRedactor(key, 'webhooks')(value)).toEqual({
      ...value,
      url: 'https://shop.example.com/hook',
      since: '1970-01-01T00:00:00.000Z',
    })
  })

  it('hides all other text behind a hash that is equal where the text is, and shows the end of a phone', () => {
    const redact = createRedactor(key, 'contacts')
    const redacted = redact({
      name: 'Ada',
      again: 'Ada',
      phone: '+4915112345678',
      pin: '123456',
      note: '2026-11-20T08:30:00Z Ada called',
      fields: { 'Ada King': 'x', status: 'Ada is ill', tool: ['Ada'] },
    })
    const text = JSON.stringify(redacted)
    expect(text).not.toMatch(/Ada|123456|49151|King/)
    expect(redacted).toMatchObject({ phone: expect.stringMatching(/^…5678 #[\w-]{12}$/) })
    expect((redacted as { name: string }).name).toBe((redacted as { again: string }).again)
    expect(createRedactor(createSecretKey(Buffer.alloc(32, 2)), 'contacts')({ name: 'Ada' })).not.toEqual({
      name: redact('Ada'),
    })
  })

  it('is bounded: long lists, many fields, deep nesting', () => {
    const redact = createRedactor(key, 'labels')
    expect(redact(Array.from({ length: 1_000 }, () => 1))).toHaveLength(20)
    expect(
      Object.keys(redact(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, 1]))) as object),
    ).toHaveLength(60)
    let deep: unknown = 1
    for (let i = 0; i < 1_000; i++) deep = { deep }
    expect(JSON.stringify(redact(deep)).length).toBeLessThan(200)
    expect((redact({ name: 'x'.repeat(10_000) }) as { name: string }).name).toHaveLength(200)
  })

  it.each([
    ['a list', { numbers: Array.from({ length: 21 }, () => 1) }, { numbers: Array.from({ length: 20 }, () => 1) }],
    ['an object', fieldsOf(61), fieldsOf(60)],
    ['what is nested', { a: { b: { c: { d: { e: {} } } } } }, { a: { b: { c: { d: {} } } } }],
  ])('tells that %s was cut, and only then', (_, long, short) => {
    let cuts = 0
    const redact = createRedactor(key, 'labels', () => {
      cuts += 1
    })
    redact(short)
    expect(cuts).toBe(0)
    redact(long)
    expect(cuts).toBe(1)
  })
})
