import type { Webhook } from '@posthorn/sdk'
import { beforeAll, expect, test } from 'vitest'
import { deskWords } from '../../words/en/desk.ts'
import { firstWords as en } from '../../words/en/first.ts'
import { addWords, chooseWords } from '../../words/words.ts'
import { endpointStatusOf, nextAttemptOf } from './statuses.ts'

type Endpoint = Webhook['endpoints'][number]

const url = 'https://shop.example.com/hook'
const healthy: Endpoint = {
  id: 'end_1',
  url,
  status: 'active',
  failingSince: null,
  lastSuccessAt: null,
  breaker: { status: 'closed', until: null },
}
const failing = { failingSince: '2026-11-20T12:00:00.000Z' }

beforeAll(() => {
  chooseWords('en', en)
  addWords(deskWords)
})

test.each<[string, Partial<Endpoint>, RegExp]>([
  ['has never failed', {}, /^Healthy$/],
  ['fails, but too seldom for a pause', failing, /^Failing since /],
  ['is paused after failures', { ...failing, breaker: { status: 'open', until: null } }, /^Backing off$/],
  [
    'is paused until a time',
    { ...failing, breaker: { status: 'open', until: '2026-11-20T12:30:00.000Z' } },
    /^Backing off; next attempt at \d\d:\d\d/,
  ],
  ['is tested after a pause', { ...failing, breaker: { status: 'half_open', until: null } }, /^Testing one delivery$/],
  ['is disabled', { ...failing, status: 'disabled' }, /^Disabled$/],
])('a URL that %s shows this', (_, changes, text) => {
  expect(endpointStatusOf({ ...healthy, ...changes })).toMatch(text)
})

test('a delivery that is due shows no time of the past', () => {
  const times = ['2026-11-20T12:00:00.000Z', '2099-11-20T12:00:00.000Z']
  expect(times.map((at) => nextAttemptOf(at, (text) => text.slice(0, 4)))).toEqual(['Soon', '2099'])
})
