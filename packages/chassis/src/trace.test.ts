import { describe, expect, it } from 'vitest'
import { stepOf, traceOf } from './trace.ts'

describe('a step of a trace', () => {
  it('has the trace and flags of who asked, and an id of its own', () => {
    const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
    const step = stepOf(given)
    expect(step).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/)
    expect(step).not.toBe(given)
    expect(traceOf(step)).toBe(traceOf(given))
  })

  it('begins a trace where none was given, or nothing that is one', () => {
    const [first, second] = [stepOf(undefined), stepOf('nonsense')]
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(traceOf(first)).not.toBe(traceOf(second))
    expect(traceOf('nonsense')).toBeUndefined()
  })
})
