import { describe, expect, it } from 'vitest'
import { inputOf } from './log.ts'

describe('the filter of the audit log', () => {
  it('has whole days of the viewer, the last one included', () => {
    const { createdAfter: from, createdBefore: to } = inputOf({ from: '2026-11-01', to: '2026-11-30' })
    expect(from).toBe(new Date(2026, 10, 1).toISOString())
    expect(to).toBe(new Date(2026, 11, 1).toISOString())
  })

  it('takes several operations, and leaves out what is empty or no day', () => {
    expect(inputOf({ operation: 'keys.create, keys.revoke', target: '', from: 'yesterday' })).toEqual({
      operation: ['keys.create', 'keys.revoke'],
    })
  })
})
