import { array, assert, constant, constantFrom, nat, property, record, shuffledSubarray, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import type { MessageRow } from '../entities/chat.ts'
import { presentContent } from '../messages/present.ts'
import { type AmendmentChange, amendmentOf, mayChange, type SamePerson } from './incoming.ts'
import { countVote, type Vote } from './poll.ts'

const ada = { phone: '+4915112345671', name: 'Ada' }
const grace = { userId: 'DE.1002' }

const at = nat({ max: 3 }).map((second) => new Date(1_800_000_000_000 + second * 1_000).toISOString())

/** Includes several amendments to one message within the same second. */
const changes = array(
  record<AmendmentChange>({
    kind: constantFrom('reaction', 'edit', 'revoke'),
    at,
    by: constantFrom<AmendmentChange['by']>(ada, grace, 'business'),
    emoji: constantFrom('', '👍', '❤️'),
    text: constantFrom(null, 'b', 'c'),
  }),
  { minLength: 1, maxLength: 7 },
)

/** The amendments in two orders. The second one contains duplicates. */
const twoOrders = changes.chain((all) =>
  tuple(
    constant(all),
    tuple(shuffledSubarray(all, { minLength: all.length }), shuffledSubarray(all)).map((orders) => orders.flat()),
  ),
)

const messageOf = (direction: 'in' | 'out') =>
  ({
    direction,
    sender: direction === 'in' ? ada : null,
    recipient: 'x',
    body: 'a',
    content: { via: 'app' },
  }) as MessageRow

const isSame: SamePerson = (one, other) => (one.phone ?? one.userId) === (other.phone ?? other.userId)

function applyAll(row: MessageRow, all: AmendmentChange[]): MessageRow {
  return all.reduce(
    (now, change) => (mayChange(now, change, isSame) ? { ...now, ...amendmentOf(now, change, isSame) } : now),
    row,
  )
}

it.each(['in', 'out'] as const)('amendments leave one end state in any order and repetition: %s', (direction) => {
  const row = messageOf(direction)
  assert(
    property(twoOrders, ([all, another]) => {
      const [one, other] = [applyAll(row, all), applyAll(row, another)]
      expect({ body: other.body, content: other.content }).toEqual({ body: one.body, content: one.content })
      if (one.content?.deletedAt)
        expect([one.body, one.content]).toEqual([null, { via: 'app', deletedAt: one.content.deletedAt }])
    }),
  )
})

it('the newest change counts, and a removed reaction is not shown', () => {
  const time = (second: number) => new Date(1_800_000_000_000 + second * 1_000).toISOString()
  const change = (kind: AmendmentChange['kind'], second: number, more: Partial<AmendmentChange>): AmendmentChange => {
    return { kind, at: time(second), by: ada, emoji: '', text: null, ...more }
  }
  const after = applyAll(messageOf('in'), [
    change('edit', 9, { text: 'newest' }),
    change('edit', 8, { text: 'old' }),
    change('edit', 10, { text: 'of another', by: grace }),
    change('reaction', 9, { emoji: '' }),
    change('reaction', 8, { emoji: '👍' }),
    change('reaction', 8, { emoji: '❤️', by: 'business' }),
  ])
  expect(after.body).toBe('newest')
  expect(presentContent(after.content)).toMatchObject({
    via: 'app',
    editedAt: time(9),
    reactions: [{ emoji: '❤️', from: {}, via: 'app', at: time(8) }],
  })
})

const votes = array(
  record({ voter: constantFrom('ada', 'grace'), chosen: constantFrom<number[]>([0], [1], [0, 1]), at }),
  { minLength: 1, maxLength: 6 },
)

it('votes leave one tally in any order and repetition', () => {
  const poll = { poll: { name: 'When?', options: ['Monday', 'Friday'], multiple: true } }
  const count = (all: (Vote & { voter: string })[]) =>
    all.reduce(
      (content, { voter, ...vote }) =>
        countVote(content, { key: voter, isSame: (other) => other === voter }, vote) ?? content,
      poll as object,
    )
  const orders = votes.chain((all) =>
    tuple(constant(all), shuffledSubarray([...all, ...all], { minLength: all.length * 2 })),
  )
  assert(
    property(orders, ([all, another]) => {
      expect(count(another)).toEqual(count(all))
    }),
  )
})
