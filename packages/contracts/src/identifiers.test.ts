import { describe, expect, it } from 'vitest'
import { type Identifier, identifierOf, identifiersOf, identify, type KnownIdentifier } from './identifiers.ts'

const [P, Q, U, V, A, B] = ['+15005550121', '+15005550122', 'US.1', 'US.2', 'US.ENT.1', 'US.ENT.2']
const named = (...values: string[]): Identifier[] => values.map(identifierOf)
const person = (...values: string[]): KnownIdentifier[] =>
  named(...values).map((each) => ({ ...each, owner: values[0] as string, since: 1, releasedAt: null }))

describe('a change that names the phone of a known person', () => {
  it.each([
    ['known by a phone alone, who shows that phone with a changed user id', person(P), [P, V], [U]],
    ['with the user id that changed', person(P, U), [P, V], [U]],
    ['with the user id that it became', person(P, V), [P, V], [U]],
    ['with an id of another kind', person(P, A), [P, V], [U]],
    ['with an id of another kind, where the parent id changed', person(P, U), [P, B], [A]],
    ['known by a phone alone, to which somebody changes', person(Q), [Q], [P]],
  ])('is about that person: %s', (_, known, current, previous) => {
    const found = identify({ current: named(...current), previous: named(...previous), at: 2 }, known)
    expect([found.owners, found.take]).toEqual([[known[0]?.value], []])
  })

  it.each([
    ['with another user id', person(P, 'US.9'), [P, V], [U]],
    ['with a user id, where the phone changed to it', person(Q, U), [Q], [P]],
    ['with a user id, where phone and user id changed to others', person(Q, 'US.9'), [Q, V], [P, U]],
  ])('is about another, who got the phone: %s', (_, known, current, previous) => {
    const found = identify({ current: named(...current), previous: named(...previous), at: 2 }, known)
    expect([found.owners, found.take.map(({ value }) => value)]).toEqual([[], [known[0]?.value]])
  })
})

it.each([
  ['provider_user', 'US.1'],
  ['provider_parent_user', 'US.ENT.1'],
] as const)('a user id is a %s, wherever a callback names it', (type, value) => {
  const each = { type, value }
  expect([identifierOf(value), ...identifiersOf({ userId: value }), ...identifiersOf({ parentUserId: value })]).toEqual(
    [each, each, each],
  )
  expect(identifiersOf({ userId: value, parentUserId: value })).toEqual([each])
})
