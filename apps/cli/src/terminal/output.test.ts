import { expect, test } from 'vitest'
import { linesOf } from './output.ts'

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
