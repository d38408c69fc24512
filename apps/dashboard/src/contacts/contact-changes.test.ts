import type { Contact } from '@posthorn/sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contactChanges } from './contact-changes.ts'

const names = fc.constantFrom('plan', 'seats', 'constructor', 'size')
const fields = fc.dictionary(names, fc.constantFrom('', 'gold', '3'), { noNullPrototype: true })
const contactOf = (own: Record<string, string>) => ({ name: 'Ada', email: null, fields: own }) as unknown as Contact

it('sends what differs, so that the custom fields are those of the form afterwards', () => {
  fc.assert(
    fc.property(fields, fields, (before, after) => {
      const { fields: sent = {} } = contactChanges(contactOf(before), { texts: {}, fields: after })
      const kept = Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null)
      expect(Object.fromEntries(kept)).toEqual(after)
      for (const [name, value] of Object.entries(sent)) {
        expect(value).not.toBe(Object.hasOwn(before, name) ? before[name] : undefined)
      }
    }),
  )
})

it('clears a text that was emptied, and leaves the others alone', () => {
  const texts = { name: ' ', email: ' ' }
  expect(contactChanges(contactOf({}), { texts, fields: {} })).toEqual({ name: null })
})
