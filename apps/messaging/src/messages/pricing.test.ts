import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  nat,
  option,
  property,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check'
import { expect, it } from 'vitest'
import type { StoredPricing } from '../entities/chat.ts'
import { mergePricing } from './advance.ts'

const statuses = array(
  record({
    at: nat({ max: 3 }).map((second) => new Date(1_800_000_000_000 + second * 1_000).toISOString()),
    pricing: option(
      record({ billable: boolean(), category: constantFrom('utility', 'marketing') }, { requiredKeys: [] }),
      { nil: undefined },
    ),
    conversation: option(
      record({ id: constantFrom('a', 'b'), origin: constant('utility') }, { requiredKeys: ['id'] }),
      { nil: undefined },
    ),
  }),
  { minLength: 1, maxLength: 6 },
)

it('statuses leave one price in any order and repetition', () => {
  const count = (all: { at: string; pricing?: object | undefined; conversation?: object | undefined }[]) =>
    all.reduce<StoredPricing | null>((price, { at, ...reported }) => mergePricing(price, reported, at) ?? price, null)
  const orders = statuses.chain((all) =>
    tuple(constant(all), shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
  )
  assert(
    property(orders, ([all, another]) => {
      expect(count(another)).toEqual(count(all))
    }),
  )
})

it('a later status without the end of the conversation leaves it', () => {
  const expiresAt = '2027-01-16T08:00:00.000Z'
  const sent = mergePricing(null, { conversation: { id: 'a', expiresAt } }, '2027-01-15T08:00:01.000Z')
  const delivered = mergePricing(sent, { conversation: { id: 'a' } }, '2027-01-15T08:00:02.000Z')
  expect(delivered?.conversation).toEqual({ id: 'a', expiresAt })
})
