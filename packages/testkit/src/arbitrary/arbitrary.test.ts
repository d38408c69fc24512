import { allOperations, idPrefixes } from '@posthorn/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inputsOf, type Texts } from './index.ts'

const texts: Texts = {
  oddOneIn: 8,
  id: (prefix) => fc.constantFrom(`${prefix}_01k5v2s8xgf9hb3m4q7r8t9w0y`, `${Object.keys(idPrefixes)[0]}_x`),
  formats: {
    uri: fc.constantFrom('https://example.com/hook', 'data:,x', 'http://[::1]:1/'),
    phone: fc.constantFrom('+4915112345678', '+4915112345679'),
    'date-time': fc.constantFrom('2026-11-20T08:30:00.000Z', '2027-11-20T08:30:00+0100'),
  },
}
const operations = allOperations().map((placed) => ({ ...placed, name: `${placed.noun}.${placed.verb}` }))

it.each(operations)(
  'whatever $service $name is given, it is taken or refused by the field, and never fails',
  ({ operation }) => {
    const inputs = inputsOf(operation, texts, operation.example.input)
    const property = fc.property(inputs, (input) => {
      const { success, data, error } = operation.input.safeParse(JSON.parse(JSON.stringify(input)))
      // Accepted input must be accepted again, because the service validates the gateway's result.
      if (success) expect(operation.input.parse(data)).toEqual(data)
      else expect(error.issues.length).toBeGreaterThan(0)
    })
    fc.assert(property, { numRuns: 500, seed: 20_261_121 })
  },
)

/** A value that can't be converted to a string. Any rule that tries to convert it breaks. */
const textless = { toString: 1, valueOf: 1 }

it.each([
  { name: 'statistics.deliveries', more: { from: '2026-11-20T08:30:00.000Z', interval: textless }, path: 'interval' },
  { name: 'numbers.simulate', more: { change: { field: textless } }, path: 'change.field' },
])('what has no text is refused in $path of $name', ({ name, more, path }) => {
  const given = { id: 'num_01k5v2s8xgf9hb3m4q7r8t9w0y', ...more }
  const parsed = operations.find((operation) => operation.name === name)?.operation.input.safeParse(given)
  expect(parsed?.error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
})
