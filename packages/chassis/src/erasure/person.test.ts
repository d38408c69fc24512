import { describe, expect, it } from 'vitest'
import { holdsTrace, tracesOf } from './person.ts'

describe('traces of a person', () => {
  const traces = tracesOf({ phones: ['+15550100'], userIds: ['US.77'], contact: 'con_1' })

  it('are found whichever way a phone is written, and by provider id and contact', () => {
    for (const text of ['"phone":"+15550100"', '"wa_id":"15550100"', 'from US.77', 'contact con_1'])
      expect(holdsTrace(text, traces)).toBe(true)
  })

  it.each([
    ['a longer number that begins with the phone', '"from":"155501001"', false],
    ['a longer number that ends with it', '"from":"915550100"', false],
    ['a longer number around it', '"from":"9155501001"', false],
    ['a longer id of the provider', '"user_id":"US.771"', false],
    ['a longer number and the phone', '"155501001" "+15550100"', true],
    ['a phone after an escaped letter', '"body":"caf\\u00e915550100"', true],
  ])('are in %s only if it has the phone or id itself: %s %s', (_, text, isFound) => {
    expect(holdsTrace(text, traces)).toBe(isFound)
  })
})
