import { describe, expect, it } from 'vitest'
import { holdsTrace, tracesOf } from './erasure.sql.ts'

describe('traces of a person', () => {
  const traces = tracesOf({ phones: ['+15550100'], userIds: ['US.77'], contact: 'con_1' })

  it('are found whichever way a phone is written, and by provider id and contact', () => {
    for (const text of ['"phone":"+15550100"', '"wa_id":"15550100"', 'from US.77', 'contact con_1'])
      expect(holdsTrace(text, traces)).toBe(true)
  })

  it('are not found in a longer phone that has the same digits, but in a text that has both', () => {
    expect(holdsTrace('+155501001 915550100', traces)).toBe(false)
    expect(holdsTrace('+155501001 +15550100', traces)).toBe(true)
  })
})
