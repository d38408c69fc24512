import { describe, expect, it } from 'vitest'
import { withPresentNames } from './former-fields.ts'

const former = { kinds: 'events', text: 'message' }

describe('former names of fields', () => {
  it('become those of today, and other fields stay as they are', () => {
    expect(withPresentNames({ kinds: ['message:in'], after: 1 }, former)).toEqual({ events: ['message:in'], after: 1 })
    const given = { events: ['message:in'], message: 'Hello' }
    expect(withPresentNames(given, former)).toBe(given)
    expect(withPresentNames({ kinds: [] }, undefined)).toEqual({ kinds: [] })
  })

  it('stay beside a field of today, so that the contract refuses them', () => {
    const both = { kinds: ['message:in'], events: ['message:out'] }
    expect(withPresentNames(both, former)).toEqual(both)
  })

  it('hold for fields of the object alone, not for what it inherits', () => {
    expect(withPresentNames(JSON.parse('{"__proto__": {"kinds": []}}'), former)).not.toHaveProperty('events')
  })
})
