import { describe, expect, it, test } from 'vitest'
import {
  countArgument,
  failureReasonOf,
  futureTime,
  lineOf,
  linesOf,
  listArgument,
  pastTime,
  scopesArgument,
} from './terminal.ts'

test('an object is printed as one line for each field, also of inner objects', () => {
  const endpoints = [{ url: 'https://a.example', failingSince: null }]
  const value = { id: 'num_1', session: { status: 'online', since: null }, events: ['a', 'b'], tags: [], endpoints }
  expect(linesOf(value)).toEqual([
    'id                        num_1',
    'session.status            online',
    'session.since             –',
    'events                    a,b',
    'tags                      –',
    'endpoints.0.url           https://a.example',
    'endpoints.0.failingSince  –',
  ])
})

test('a text with control characters stays in its line', () => {
  expect(linesOf({ name: 'Ada\u001b[1A\r\u009b2J\n', tags: ['a\nb'] })).toEqual(['name  Ada [1A  2J ', 'tags  a b'])
})

describe('the line of an event', () => {
  const event = { id: 'evt_1', sequence: 7, occurredAt: '2026-11-20T08:30:00.000Z' }

  it('says why a message failed, and why one waits', () => {
    const error = {
      errorCode: 'phone:undeliverable',
      providerCode: 131026,
      message: 'Not on WhatsApp',
      retryable: false,
    }
    const failed = { id: 'msg_1', status: 'failed', phone: '+4915112345678', message: 'Hello', error }
    expect(lineOf({ ...event, event: 'message:failed', data: failed })).toBe(
      '2026-11-20T08:30:00.000Z  #7  message:failed  msg_1  failed  phone:undeliverable (131026 Not on WhatsApp)  +4915112345678  "Hello"',
    )
    const waits = { id: 'msg_1', status: 'queued', waiting: { reason: 'number_paused' } }
    expect(lineOf({ ...event, event: 'message:waiting', data: waits })).toContain('queued  number_paused')
  })

  it('has no reason where there is none', () => {
    for (const error of [undefined, null, 'x', {}]) expect(failureReasonOf(error)).toBeUndefined()
    expect(failureReasonOf({ errorCode: 'message:expired' })).toBe('message:expired')
  })
})

test('a whole number between the bounds is taken, and the bounds themselves', () => {
  expect(['1', '42', '100'].map(countArgument(1, 100))).toEqual([1, 42, 100])
  expect(countArgument(0)('999999999999999')).toBe(999_999_999_999_999)
})

test.each(['0', '101', '1.5', '-1', '1e2', ''])('%j is refused with the bounds', (text) => {
  expect(() => countArgument(1, 100)(text)).toThrow('It must be a whole number from 1 to 100.')
})

test.each(['', ' ', ',', ' , '])('a list %j is refused, because it would limit nothing', (text) => {
  for (const parse of [listArgument, scopesArgument])
    expect(() => parse(text)).toThrow('It must have at least one value.')
  expect(listArgument(`${text},a, b`)).toEqual(['a', 'b'])
})

test('a time is in ISO 8601, or a distance from now: into the past for what has happened, else into the future', () => {
  expect([pastTime, futureTime].map((parse) => parse('2027-01-31T09:00+01:00'))).toEqual(
    Array(2).fill('2027-01-31T08:00:00.000Z'),
  )
  const [before, after] = [pastTime, futureTime].map((parse) => Date.parse(parse('2h')) - Date.now())
  expect(before).toBeCloseTo(-7_200_000, -4)
  expect(after).toBeCloseTo(7_200_000, -4)
})

test.each(['', '2', '2027', 'Jan 5', '2 h', '2w', '2027-13-01'])('%j is refused as a time', (text) => {
  for (const parse of [pastTime, futureTime]) expect(() => parse(text)).toThrow('It must be a time such as')
})
