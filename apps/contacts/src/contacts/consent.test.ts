import { array, assert, constant, constantFrom, nat, property, record, shuffledSubarray, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { applyConsent, type ConsentSignal } from './contacts.ts'

const signals = array(
  record<ConsentSignal>({
    kind: constantFrom('word', 'preference'),
    out: constantFrom(true, false),
    at: nat({ max: 4 }).map((second) => new Date(1_800_000_000_000 + second * 1_000)),
  }),
  { minLength: 1, maxLength: 6 },
)

function rowAfter(all: ConsentSignal[]) {
  const row = {
    optedOutAt: null as Date | null,
    stopped: false,
    wordAt: null,
    saidOut: false,
    preferenceAt: null,
    prefersOut: false,
  }
  for (const signal of all) applyConsent(row, signal)
  return row
}

const isOut = (all: ConsentSignal[]) => rowAfter(all).optedOutAt !== null

it('signals of a customer leave one end state in any order and repetition', () => {
  const orders = signals.chain((all) =>
    tuple(constant(all), shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
  )
  assert(
    property(orders, ([all, another]) => {
      expect(isOut(another)).toBe(isOut(all))
    }),
    { numRuns: 1_000 },
  )
})

it('no signal that opts in opts a customer out, also after an opt-in through the API', () => {
  const optIn = signals.map((all) => all.slice(-1).map((last) => ({ ...last, out: false })))
  assert(
    property(signals, optIn, (before, after) => {
      const row = rowAfter(before)
      Object.assign(row, { optedOutAt: null, stopped: false })
      for (const signal of after) applyConsent(row, signal)
      expect(row.optedOutAt).toBeNull()
    }),
    { numRuns: 1_000 },
  )
})

it.each<[string, [ConsentSignal['kind'], 'out' | 'in', number][], boolean]>([
  [
    'an old opt-in after a newer STOP',
    [
      ['word', 'out', 2],
      ['word', 'in', 1],
    ],
    true,
  ],
  [
    'an old STOP after a newer opt-in',
    [
      ['word', 'in', 2],
      ['word', 'out', 1],
    ],
    false,
  ],
  [
    'an old preference after a newer opt-in',
    [
      ['word', 'in', 2],
      ['preference', 'out', 1],
    ],
    false,
  ],
  [
    'an old opt-in after a newer preference',
    [
      ['preference', 'out', 2],
      ['word', 'in', 1],
    ],
    true,
  ],
  [
    'a preference that resumes after STOP',
    [
      ['word', 'out', 1],
      ['preference', 'in', 2],
    ],
    true,
  ],
  [
    'an old STOP after a preference that resumes',
    [
      ['preference', 'in', 2],
      ['word', 'out', 1],
    ],
    true,
  ],
  [
    'both in the same second',
    [
      ['word', 'out', 1],
      ['word', 'in', 1],
    ],
    true,
  ],
])('%s', (_, said, expected) => {
  const all = said.map(([kind, way, second]) => ({ kind, out: way === 'out', at: new Date(second * 1_000) }))
  expect(isOut(all)).toBe(expected)
})
